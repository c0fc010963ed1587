/** Runs the script that stands before this one in the document, where that has not come to run yet. */
export function run(): void {
  const own = document.currentScript;
  const before = own?.previousElementSibling;
  if ('prelude' in window || !own || !(before instanceof HTMLScriptElement)) return;
  const copy = document.createElement('script');
  copy.nonce = own.nonce;
  copy.text = before.text;
  own.after(copy);
  copy.remove();
}
