// @ts-check
// Plain JavaScript, because `npm start` loads it: stripping types would cost the server 17 MB and 40 ms.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** @typedef {'server' | 'web'} Part */
/** @typedef {{ quick: string, exact: string }} Print */

export const root = dirname(import.meta.dirname)

const stateFile = join(root, '.cache/build.json')
const shared = ['package-lock.json', 'packages/contract/src']

/** @type {Record<Part, { output: string, inputs: string[] }>} */
const parts = {
  server: {
    output: 'apps/server/dist/main.js',
    inputs: [...shared, 'apps/server/src', 'apps/server/package.json', 'apps/server/build-server.ts'],
  },
  web: { output: 'apps/web/dist/index.html', inputs: [...shared, 'apps/web'] },
}

/** @param {Part} part */
const exists = (part) => part === 'server' || existsSync(join(root, 'apps/web/index.html'))

/** @param {string} path @returns {string[]} */
const filesBelow = (path) => {
  const full = join(root, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (stats.isFile()) return [full]
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [join(full, entry.name)]
    return entry.name === 'dist' || entry.name === 'node_modules' ? [] : filesBelow(join(path, entry.name))
  })
}

/** @param {string[]} files @param {(file: string) => string | Buffer} describe */
const digest = (files, describe) => {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(file.slice(root.length).replaceAll(sep, '/')).update('\0').update(describe(file)).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} file */
const sizeAndTime = (file) => {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}

/** @returns {Record<string, Print>} */
const readState = () => {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'))
  } catch {
    return {}
  }
}

/** What the sources of a part are now; take it before building, so that a change during the build is seen. @param {Part} part @returns {Print} */
export const fingerprint = (part) => {
  const files = parts[part].inputs.flatMap(filesBelow).sort()
  return { quick: digest(files, sizeAndTime), exact: digest(files, (file) => readFileSync(file)) }
}

/** @param {Part} part @param {Print} print */
export const markFresh = (part, print) => {
  try {
    mkdirSync(dirname(stateFile), { recursive: true })
    writeFileSync(stateFile, JSON.stringify({ ...readState(), [part]: print }))
  } catch {
    // A tree that cannot be written is looked at again in full each time.
  }
}

/** @param {Part} part */
const isStale = (part) => {
  const built = readState()[part]
  if (built === undefined || !existsSync(join(root, parts[part].output))) return true
  const files = parts[part].inputs.flatMap(filesBelow).sort()
  if (digest(files, sizeAndTime) === built.quick) return false
  const now = fingerprint(part)
  if (now.exact !== built.exact) return true
  markFresh(part, now)
  return false
}

/** The parts to build: whose sources are not what their last build was made of. @returns {Part[]} */
export const staleParts = () => everyPart().filter(isStale)

/** @returns {Part[]} */
export const everyPart = () => /** @type {Part[]} */ (['server', 'web']).filter(exists)
