/** Of its own, because Next would otherwise take the product's, which is above in the same checkout. */
export const register = () => undefined;
