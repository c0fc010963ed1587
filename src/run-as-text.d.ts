declare module '*?run' {
  const script: string;
  export default script;
}
