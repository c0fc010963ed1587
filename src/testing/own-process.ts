/**
 * Loads a module as a process of its own would: what other copies keep (`processState`) it does not share, and they
 * go on with theirs.
 */
export async function inOwnProcess<Module>(load: () => Promise<Module>): Promise<Module> {
  const holder: typeof globalThis & { napomnyu?: object | undefined } = globalThis;
  const { napomnyu: before } = holder;
  holder.napomnyu = undefined;
  const loaded: Module[] = [];
  await jest.isolateModulesAsync(async () => {
    loaded.push(await load());
  });
  holder.napomnyu = before;
  const [module] = loaded;
  if (module === undefined) throw new Error('the module was not loaded');
  return module;
}
