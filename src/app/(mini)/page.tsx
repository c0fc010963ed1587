/** The layout draws both faces. */
export default function HomePage() {
  return null;
}
