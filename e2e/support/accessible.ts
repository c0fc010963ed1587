import { readFileSync } from 'node:fs';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The package's own `axe.source` is more than twice as long, and every document has to read it anew. */
const AXE_SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Demands that axe finds nothing in a document: a page's or, of the mini app beside the chat, its
 * frame's. axe's own runner for Playwright sums up in a blank page of its own, at four times the cost.
 */
export async function expectAccessible(document: Page | FrameLocator, note = ''): Promise<void> {
  const root = document.locator('html');
  // What is still fading in has too little contrast.
  await settled(root);
  // Half a megabyte, and the document keeps it.
  if (!(await root.evaluate(() => 'axe' in window))) await root.evaluate(AXE_SOURCE);
  const violations = await root.evaluate(async () => {
    const results = await window.axe?.run({ resultTypes: ['violations'] });
    return results?.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target }) => ({ html, target: target.join(' ') })),
    }));
  });
  const found = violations?.flatMap(({ id, nodes }) =>
    nodes
      // A tooltip stands behind the landmarks; its text is also the label of what it explains.
      .filter(({ html }) => id !== 'region' || !html.startsWith('<div role="tooltip"'))
      .map(({ html, target }) => `${id}: ${target} ${html}`),
  );
  expect(found, note).toEqual([]);
}

/** Fonts are there, and whatever moves and ever ends has ended. */
export async function settled(root: Locator): Promise<void> {
  await root.evaluate(async ({ ownerDocument }) => {
    await ownerDocument.fonts.ready;
    const ending = ownerDocument
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
