import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hashOfInputs } from './build';

describe('the unit', () => {
  const UNIT = 'deploy/napomnyu.service';

  /** What systemd rated 1.3 of 10 on 2026-11-22; 8.5 is a unit that only names its user. */
  const RESTRICTIONS = [
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'ProtectSystem=strict',
    'ReadWritePaths=/srv/napomnyu/.next',
    'ProtectHome=true',
    'PrivateTmp=true',
    'PrivateDevices=true',
    'PrivateUsers=true',
    'ProtectKernelTunables=true',
    'ProtectKernelModules=true',
    'ProtectKernelLogs=true',
    'ProtectControlGroups=true',
    'ProtectClock=true',
    'ProtectHostname=true',
    'ProtectProc=invisible',
    'ProcSubset=pid',
    'RemoveIPC=true',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'RestrictNamespaces=true',
    'RestrictRealtime=true',
    'RestrictSUIDSGID=true',
    'LockPersonality=true',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
    'SystemCallErrorNumber=EPERM',
    'UMask=0077',
    'LimitNOFILE=65536',
  ];

  test('the unit is locked up as it was when systemd rated it, and leaves V8 the memory it compiles into', () => {
    const lines = readFileSync(UNIT, 'utf8').split('\n');
    expect(
      lines.slice(lines.indexOf('NoNewPrivileges=true'), lines.indexOf('[Install]') - 1),
    ).toEqual(RESTRICTIONS);
  });

  test('systemd’s own measure of the unit is below 2', () => {
    // Where systemd neither is nor can be installed, the test above holds what it measured.
    if (!hasSystemd()) {
      expect(process.env.CI).toBeUndefined();
      return;
    }
    const { status, stdout, stderr } = analyze(
      'security',
      '--offline=true',
      '--threshold=20',
      UNIT,
    );
    expect({ status, said: status === 0 ? '' : stdout.slice(-300) + stderr }).toEqual({
      status: 0,
      said: '',
    });
  }, 300_000);

  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', args, {
      encoding: 'utf8',
      env: { ...process.env, SYSTEMD_PAGER: '' },
    });

  /** Whether there is a systemd that measures units; Debian's package is installed where we are root. */
  function hasSystemd(): boolean {
    const there = () => /--offline/.test(analyze('--help').stdout);
    if (there() || process.platform !== 'linux' || process.getuid?.() !== 0) return there();
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'systemd']]) {
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
    return there();
  }

  test('what the container image runs is not for its user to write', () => {
    const stages = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
    const instructions: readonly string[] = (stages.at(-1) ?? '').match(/^[A-Z]+ .*$/gm) ?? [];
    const user = instructions.indexOf('USER node');
    expect(user).toBeGreaterThan(-1);
    for (const [at, instruction] of instructions.entries()) {
      if (/^(?:COPY|ADD|RUN) /.test(instruction)) expect(at).toBeLessThan(user);
      expect(instruction).not.toMatch(/--chown|--chmod|chown|chmod/);
    }
  });

  test('no environment, database or log gets into the container image', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const pattern of ['.env*', '**/.env*', '.data', '*.dump', '**/*.dump', '*.sql', '*.log']) {
      expect(ignored).toContain(pattern);
    }
  });
});

describe('the build', () => {
  let checkout: string;
  const write = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(checkout, file)), { recursive: true });
    await writeFile(path.join(checkout, file), content);
  };

  beforeEach(async () => {
    checkout = await mkdtemp(path.join(os.tmpdir(), 'napomnyu-build-'));
    const inputs = ['package.json', 'package-lock.json', 'next.config.ts', 'tsconfig.json'];
    for (const file of [...inputs, 'src/app/page.tsx', 'public/icon.png']) await write(file, file);
  });
  afterEach(() => rm(checkout, { recursive: true }));

  const changedBy = async (change: () => Promise<void>) => {
    const before = await hashOfInputs(checkout);
    await change();
    return (await hashOfInputs(checkout)) !== before;
  };

  test.each([
    ['an edited source', () => write('src/app/page.tsx', 'other')],
    ['a new file to give out', () => write('public/new.png', '')],
    ['a removed source', () => rm(path.join(checkout, 'src/app/page.tsx'))],
    ['a dependency', () => write('package-lock.json', '{}')],
  ])('%s makes a new build', async (_, change) => {
    expect(await changedBy(change)).toBe(true);
  });

  test('a name that is written into the browser’s code makes a new build', async () => {
    const changed = changedBy(() => {
      process.env['NEXT_PUBLIC_APP_NAME'] = 'Другое имя';
      return Promise.resolve();
    });
    expect(await changed).toBe(true);
    delete process.env['NEXT_PUBLIC_APP_NAME'];
  });

  test.each(['src/app/page.test.tsx', 'src/dev/demo.ts', 'src/testing/until.ts', 'README.md'])(
    '%s makes none: nothing of it is served',
    async (file) => {
      expect(await changedBy(() => write(file, 'other'))).toBe(false);
    },
  );
});
