import { runCommand } from './command';
import { layOutStatic } from './static-files';

/** `npm run static -- <folder>`: puts this checkout's built files where a web server finds them. */
async function main([folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name the folder: npm run static -- /srv/napomnyu-static');
  await layOutStatic(process.cwd(), folder);
  console.log(`The files of this build are in ${folder}.`);
}

void runCommand(main);
