/**
 * Checks imports, the closed list of file names and file sizes. Configures nothing per feature: domains are folders.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { knowsKeys } from './key-walls.ts'
import { leaningIn } from './leaning-pieces.ts'
import { openings } from './table-openings.ts'
import { readKeepers, wallProblems } from './table-walls.ts'

const root = resolve(import.meta.dirname, '..')
const problems: string[] = []
function complain(file: string, sentence: string): void {
  problems.push(`${relative(root, file)}: ${sentence}`)
}

const sources = ['packages', 'apps', 'scripts', 'bench', 'e2e', 'faults'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\/dist\//.test(file)),
)

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /\/(test|e2e|bench|faults)\//.test(file)

/** `part` is the folder inside a domain, or the file beside the folders. */
type Place = { side: string; layer: string; domain: string; part: string; role: string }

/** Where a file belongs: contract, server or web; its layer there; its domain; its file name. */
function placeOf(file: string): Place | null {
  const path = relative(root, file)
  const parts = path.split('/')
  if (path.startsWith('packages/contract/src/'))
    return { side: 'contract', layer: '', domain: '', part: '', role: '' }
  const [, app, src, layer = '', domain = ''] = parts
  if (parts[0] !== 'apps' || src !== 'src') return null
  const role = (parts.at(-1) ?? '').replace(/\.tsx?$/, '')
  const isTop = parts.length === 4
  const part = (parts[5] ?? '').replace(/\.tsx?$/, '')
  return { side: app ?? '', layer: isTop ? 'app' : layer, domain: parts.length > 5 ? domain : '', part, role }
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...found].map((match) => match[1] ?? '')
}

function resolveImport(from: string, specifier: string): string | null {
  const tries = (base: string) =>
    ['', '.ts', '.tsx'].map((ending) => base + ending).find((path) => sources.includes(path)) ?? null
  if (specifier.startsWith('.')) return tries(resolve(dirname(from), specifier))
  const [head = '', ...rest] = specifier.split('/')
  if (head === '#server') return tries(join(root, 'apps/server/src', ...rest))
  if (head === '#web') return tries(join(root, 'apps/web/src', ...rest))
  if (specifier.startsWith('@wingmark/contract/'))
    return tries(join(root, 'packages/contract/src', ...rest.slice(1)))
  return null
}

const serverMay: Record<string, string[]> = {
  app: ['app', 'modules', 'http', 'db', 'platform'],
  modules: ['app', 'modules', 'http', 'db', 'platform'],
  http: ['http', 'db', 'platform'],
  db: ['db', 'platform'],
  platform: ['platform', 'db'],
}
const webMay: Record<string, string[]> = {
  app: ['app', 'pages', 'features', 'ui', 'lib'],
  pages: ['pages', 'features', 'ui', 'lib'],
  features: ['features', 'ui', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
}
// What the composition root gives to all, and the one list of URLs and tokens.
const sharedFromApp = new Set(['deps', 'module', 'module-parts'])
/** Parts that other features may use, too. */
const sharedParts: Record<string, string[]> = {
  comments: ['outbox', 'carry', 'composer', 'cards'],
  sharing: ['links', 'people'],
  deliveries: ['terms', 'delivery-keys'],
  ai: ['write', 'read', 'host-words'],
}
/** The layers inside a large feature, from below: a part imports only from earlier rows. */
const partOrders: Record<string, string[][]> = {
  comments: [['comment-pages'], ['queries'], ['outbox'], ['carry'], ['composer'], ['cards']],
  room: [
    ['state'],
    ['versions'],
    ['files'],
    ['strip', 'bar', 'live', 'entry'],
    ['stage'],
    ['panel', 'checks', 'compare', 'effects', 'help-dialog', 'print'],
    ['side-panel', 'carry', 'round'],
    ['review-room', 'editor'],
  ],
}
const serverRoles = new Set(['module', 'routes', 'service', 'store', 'sql', 'policy', 'present', 'jobs'])
const namedFileLines = 80

function checkImport(file: string, from: Place, specifier: string): void {
  const target = resolveImport(file, specifier)
  const to = target ? placeOf(target) : null
  if (from.side === 'contract' && to && to.side !== 'contract')
    return complain(file, 'the contract imports nothing of the apps.')
  if (from.side === 'contract' && !to && !specifier.startsWith('.') && specifier !== 'zod')
    return complain(file, `the contract depends on zod only, not on ${specifier}.`)
  if (to && to.side !== 'contract' && to.side !== from.side)
    return complain(file, `${from.side} may not import ${to.side}: share it through packages/contract.`)
  if (from.side === 'server') checkServerImport(file, from, specifier, to)
  if (from.side === 'web' && to?.side === 'web') checkWebImport(file, from, specifier, to)
}

function checkServerImport(file: string, from: Place, specifier: string, to: Place | null): void {
  const isModule = from.layer === 'modules'
  if (isModule && from.role !== 'routes' && /^(fastify$|@fastify\/)/.test(specifier))
    return complain(file, 'only routes.ts knows Fastify: hand plain values to the service.')
  if (isModule && from.role !== 'store' && (specifier === 'pg' || specifier.startsWith('drizzle-orm')))
    return complain(file, 'only store.ts knows SQL: move the query there.')
  if (!to || to.side !== 'server') return
  if (to.layer === 'app' && sharedFromApp.has(to.role)) return
  if (!serverMay[from.layer]?.includes(to.layer) || (from.layer !== 'app' && to.layer === 'app'))
    return complain(
      file,
      `${from.layer} may not import ${to.layer} (${specifier}): app → modules → http/db/platform.`,
    )
  if (
    isModule &&
    to.layer === 'modules' &&
    to.domain !== from.domain &&
    !['service', 'policy'].includes(to.role) &&
    !(to.role === 'sql' && ['store', 'sql'].includes(from.role))
  )
    complain(file, `reach the module ${to.domain} through its service or policy, not its ${to.role}.`)
  if (
    isModule &&
    from.role === 'policy' &&
    !['policy', 'present'].includes(to.role) &&
    to.layer !== 'http' &&
    to.layer !== 'platform'
  )
    complain(file, 'a policy is a pure function: it imports no service and no store.')
}

function checkWebImport(file: string, from: Place, specifier: string, to: Place): void {
  if (to.layer === 'app' && sharedFromApp.has(to.role)) return
  if (!webMay[from.layer]?.includes(to.layer) || (from.layer !== 'app' && to.layer === 'app'))
    return complain(
      file,
      `${from.layer} may not import ${to.layer} (${specifier}): app → pages → features → ui → lib.`,
    )
  if (from.layer !== 'features' || to.layer !== 'features') return
  if (to.domain === from.domain) return checkPart(file, from, to, specifier)
  if (to.role !== 'queries' && !sharedParts[to.domain]?.includes(to.part))
    complain(
      file,
      `of another feature only its queries.ts may be used (${specifier}), of comments also outbox, composer and cards; pages compose components.`,
    )
}

function checkPart(file: string, from: Place, to: Place, specifier: string): void {
  const order = partOrders[from.domain]
  if (!order || from.part === to.part) return
  const rowOf = (part: string) => order.findIndex((row) => row.includes(part))
  for (const part of [from.part, to.part]) {
    if (rowOf(part) === -1)
      return complain(file, `${part} has no place in the order of ${from.domain}: see partOrders.`)
  }
  if (rowOf(to.part) >= rowOf(from.part))
    complain(
      file,
      `${from.part} may not import ${to.part} (${specifier}); in ${from.domain}: ${order.map((row) => row.join(', ')).join(' → ')}.`,
    )
}

function checkName(file: string, place: Place | null): void {
  const name = file.split('/').at(-1) ?? ''
  const bare = name.replace(/(\.test|\.module|\.config)?\.(ts|tsx|js)$/, '')
  if (/^(index|utils|helpers|common|misc)$/.test(bare))
    complain(file, `a file is named after what it does, not ${name}.`)
  if (!/^[a-z0-9-]+$/.test(bare)) complain(file, 'file names are kebab-case.')
  if (place?.side === 'server' && place.layer === 'modules' && !isTest(file) && !serverRoles.has(place.role))
    checkNamedFile(file)
}

/** A concern of one short file belongs beside the files that use it. */
function checkNamedFile(file: string): void {
  const roles = [...serverRoles].join(', ')
  if (linesOf(file) > namedFileLines)
    complain(
      file,
      `a module has ${roles}, tests, or a named file under ${namedFileLines} lines; a larger sub-concern is a folder with the same names.`,
    )
  else if (!sources.some((other) => dirname(other) === dirname(file) && serverRoles.has(roleOf(other))))
    complain(file, `a named file stands beside one of ${roles}, or has no folder of its own.`)
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length
const roleOf = (file: string) => placeOf(file)?.role ?? ''

function checkSize(file: string, place: Place | null): void {
  const lines = linesOf(file)
  const limit = place?.layer === 'pages' ? 150 : file.endsWith('.tsx') ? 250 : 400
  if (lines > limit && !isTest(file))
    complain(file, `${lines} lines, at most ${limit}: split it by question.`)
}

/** A cycle between domains, as a list of their names; null where there is none. */
function findCycle(edges: Map<string, Set<string>>): string[] | null {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, trail: string[]): string[] | null => {
    if (state.get(node) === 'done') return null
    if (state.get(node) === 'open') return [...trail.slice(trail.indexOf(node)), node]
    state.set(node, 'open')
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...trail, node])
      if (cycle) return cycle
    }
    state.set(node, 'done')
    return null
  }
  for (const node of edges.keys()) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return null
}

/** The result of `JSON.parse` fits any type. */
function checkJson(file: string): void {
  if (isTest(file) || !/\/(apps|packages)\/.*\/src\//.test(file) || file.endsWith('contract/src/json.ts'))
    return
  if (readFileSync(file, 'utf8').includes('JSON.parse('))
    complain(file, 'JSON is read by parseJson(text, schema) of @wingmark/contract/json.')
}

/** Cuts that may split an emoji or an accent. */
function checkCuts(file: string): void {
  if (isTest(file) || !/\/(apps|packages)\/.*\/src\//.test(file)) return
  const cut =
    /\.(?:slice|substring)\(0, [^()]*\)(?:\.\w+\([^()]*\))*\}…|\[\.\.\.[\w.()]+\]\.slice\(0, [^()]*\)\.join\(/
  if (cut.test(readFileSync(file, 'utf8')) && !/search-(?:words|former)\.ts$/.test(file))
    complain(file, 'texts are cut by shorten() or beginningOf() of @wingmark/contract/shorten.')
}

/** Browsers do not treat a plain `http://` address as secure, so these are missing there. */
function checkPlainHttp(file: string): void {
  if (placeOf(file)?.side === 'web' && /\bcrypto\.randomUUID\b/.test(readFileSync(file, 'utf8')))
    complain(file, 'crypto.randomUUID is not there at an http:// address: take v4 of uuid.')
}

/** One place handles other keyboard layouts and input methods. */
function checkKeys(file: string): void {
  if (placeOf(file)?.side !== 'web' || isTest(file) || file.endsWith('/lib/keys.ts')) return
  if (knowsKeys(readFileSync(file, 'utf8')))
    complain(file, 'keys are known by isKey, keyIn, plainKeyIn or isCommandKey of lib/keys.ts.')
}

/** Text that reaches PostgreSQL without `statement`, and why. */
const ownQueries: Record<string, string> = {
  'db/statement.ts': 'runs all others',
  'db/lookups.ts': 'passes them on',
  'db/migrate.ts': 'waits for its turn on a connection before there are tables',
  'db/locks.ts': 'one connection of its own, whose locks must not outlive it',
  'modules/events/store.ts': 'listens on a connection of its own',
  'platform/rate-limits.ts': 'passes on what its library asks, so that it does not wait for the disk',
  'platform/postgres/outside-database.ts': 'asks a server that is not known yet',
}

/** Parameters and rows are declared with their statement, and one test compares them with the database. */
function checkStatements(file: string): void {
  const path = relative(join(root, 'apps/server/src'), file)
  if (path.startsWith('..') || isTest(file) || path in ownQueries) return
  if (/\.execute[<(]|\b(pool|lookups|client)\.query\b/.test(readFileSync(file, 'utf8')))
    complain(file, 'SQL is defined by statement() of db/statement.ts, or by drizzle’s builder.')
}

/** In a journey, errors on any page must fail it. */
function checkJourney(file: string): void {
  const path = relative(root, file)
  if (!path.startsWith('e2e/') || path === 'e2e/browser.ts') return
  if (/\.(newContext|launchPersistentContext)\(|browser\.newPage\(/.test(readFileSync(file, 'utf8')))
    complain(file, 'newPerson of e2e/browser.ts opens a browser’s pages: what they log fails the journey.')
}

const edges = new Map<string, Set<string>>()
const partEdges = new Map<string, Set<string>>()
function connect(map: Map<string, Set<string>>, from: string, to: string): void {
  map.set(from, (map.get(from) ?? new Set()).add(to))
}

for (const file of sources) {
  const place = placeOf(file)
  checkName(file, place)
  checkSize(file, place)
  checkJourney(file)
  checkJson(file)
  checkCuts(file)
  checkStatements(file)
  checkPlainHttp(file)
  checkKeys(file)
  if (!place || isTest(file)) continue
  for (const specifier of importsOf(file)) {
    checkImport(file, place, specifier)
    const target = resolveImport(file, specifier)
    const to = target ? placeOf(target) : null
    if (!place.domain || !to?.domain || to.side !== place.side || to.layer !== place.layer) continue
    if (to.domain !== place.domain)
      connect(edges, `${place.side}/${place.domain}`, `${place.side}/${to.domain}`)
    else if (place.layer === 'features' && to.part !== place.part)
      connect(partEdges, `${place.domain}/${place.part}`, `${to.domain}/${to.part}`)
  }
}
for (const cycle of [findCycle(edges), findCycle(partEdges)])
  if (cycle) problems.push(`these import each other in a circle: ${cycle.join(' → ')}.`)

const spaces: Record<string, string> = {
  ...{ 2: '--wm-space-2', 4: '--wm-space-4', 6: '--wm-space-6', 10: '--wm-space-10', 20: '--wm-space-20' },
  ...{ 8: '--mantine-spacing-xs', 12: '--mantine-spacing-sm', 16: '--mantine-spacing-md' },
  ...{ 24: '--mantine-spacing-lg', 32: '--mantine-spacing-xl' },
}

/** Spaces for which the theme has a token must use it. */
function checkStyles(file: string): void {
  const declarations = readFileSync(file, 'utf8').matchAll(
    /^\s*(?:[\w-]*gap|padding[\w-]*|margin[\w-]*):.*$/gm,
  )
  for (const [declaration] of declarations) {
    for (const [px, number = ''] of declaration.matchAll(/(?<![\w.-])(\d+)px/g))
      if (spaces[number]) complain(file, `var(${spaces[number]}) instead of ${px} (${declaration.trim()}).`)
  }
}
const styles = readdirSync(join(root, 'apps/web/src'), { recursive: true, encoding: 'utf8' })
for (const name of styles) if (name.endsWith('.module.css')) checkStyles(join(root, 'apps/web/src', name))

// drizzle-kit reads no other file.
const migrations = 'apps/server/src/db/migrations/meta'
const snapshots = readdirSync(join(root, migrations)).filter((name) => name.endsWith('_snapshot.json'))
for (const older of snapshots.toSorted().slice(0, -1))
  problems.push(`${migrations}/${older}: only the newest snapshot is kept, delete this one.`)

const modules = join(root, 'apps/server/src/modules')
const ofModules = sources.flatMap((file) => {
  const [module = '', ...path] = relative(modules, file).split('/')
  if (module === '..' || path.length === 0 || isTest(file)) return []
  return [{ file, module, path: path.join('/'), text: readFileSync(file, 'utf8') }]
})
const keeperOf = readKeepers(join(root, 'apps/server/src/db/tables'))
const walls = wallProblems({ sources: ofModules, keeperOf, openings })
for (const { source, sentence } of walls.problems)
  complain(source?.file ?? join(root, 'scripts/table-openings.ts'), sentence)

const knowsSql = (file: string) =>
  /server\/src\/(db\/[^/]+|modules\/.*\/(store|sql))\.ts$/.test(file) && !isTest(file)
for (const file of sources.filter(knowsSql))
  for (const { piece, name } of leaningIn(readFileSync(file, 'utf8'), new Set(keeperOf.keys())))
    complain(
      file,
      `${piece} leans on ${name} of the statement around it: say so by needs('${name}')\`…\` of db/piece.ts, or take the name as a parameter.`,
    )

if (problems.length > 0) {
  console.error(problems.toSorted().join('\n'))
  console.error(
    `\n${problems.length} breaks of the architecture; ARCHITECTURE.md says why the rule is there.`,
  )
  process.exit(1)
}
console.log(
  `architecture: ${sources.length} files fit; the walls between tables have ${walls.count} openings`,
)
