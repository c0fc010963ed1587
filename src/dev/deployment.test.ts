import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
  const { status, stdout, stderr } = analyze('security', '--offline=true', '--threshold=20', UNIT);
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

test('no environment, database or log gets into the container image', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  for (const pattern of ['.env*', '**/.env*', '.data', '*.dump', '**/*.dump', '*.sql', '*.log']) {
    expect(ignored).toContain(pattern);
  }
});
