import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The same browser without windows needs two thirds of the processor time.
const withoutWindows = 'chromium-headless-shell'
const names = [
  withoutWindows,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path in CHROMIUM_PATH, else the first browser of the system; null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : null
  return firstOf(names)
}

function firstOf(wanted: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(isExecutable) ?? null
}

/** An installed one, else from the system's packages. In CI, the one without windows. */
export function getChromium(): string | null {
  const isMadeForThis = process.env.CI && !process.env.CHROMIUM_PATH
  const found = isMadeForThis ? firstOf([withoutWindows]) : findChromium()
  return found ?? installChromium() ?? findChromium()
}

/** As root on Debian or Ubuntu, from the system's packages; null where that is not possible. */
function installChromium(): string | null {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return null
  console.log('Installing Chromium for the browser journeys…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    }).status === 0
  aptGet('update')
  if (!aptGet('install', '-y', withoutWindows)) aptGet('install', '-y', 'chromium')
  return findChromium()
}
