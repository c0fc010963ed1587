const isPlaced = (node: Node): node is Element | CharacterData =>
  node instanceof Element || node instanceof CharacterData;

/** The child of `parent` that `node` is, or that a browser has put around it. */
function placeIn(parent: Node, node: Node | null): Element | CharacterData | null {
  let place = node;
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place && isPlaced(place) ? place : null;
}

/**
 * A browser that translates a page moves each text into a <font> of its own. React, which still looks for the text
 * where it has put it, would end in the screen of an error: https://github.com/facebook/react/issues/11538
 */
export function outliveTranslation(): void {
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      placeIn(this, child)?.remove();
      return child;
    },
    insertBefore(this: Node, node: Node, before: Node | null): Node {
      const place = placeIn(this, before);
      if (place) place.before(node);
      else this.appendChild(node);
      return node;
    },
  });
}
