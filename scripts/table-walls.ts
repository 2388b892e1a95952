/** Refuses statements that use tables of another module, unless `table-openings` names them; `sql.ts` offers pieces instead. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const kinds = ['reads', 'writes'] as const
type Kind = (typeof kinds)[number]

type Opening = { [K in Kind]?: readonly string[] }
/** By module, by why, and by site: the name of a statement, or `links/store:insertLinks` for what is in none. */
export type Openings = Record<string, Record<string, Record<string, Opening>>>

/** A file of a module; `path` is that inside of the module. */
export type Source = { module: string; path: string; text: string }

type Walls<S extends Source> = {
  sources: readonly S[]
  /** Which module keeps which table. */
  keeperOf: ReadonlyMap<string, string>
  openings: Openings
}

/** Modules that keep tables under another name than their own. */
const keepers: Record<string, string> = {
  carries: 'comments',
  comparisons: 'files',
  sharing: 'reviews',
  downloads: 'deliveries',
  'usage-meters': 'users',
  'user-events': 'live',
}

/** From the folder of the tables. */
export function readKeepers(folder: string): Map<string, string> {
  const found = readdirSync(folder).flatMap((file) => {
    const name = basename(file, '.ts')
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(
      (match) => [match[1] ?? '', keepers[name] ?? name] as const,
    )
  })
  return new Map(found)
}

/** What makes a statement, and how the names of those begin. */
const makers: Record<string, string> = {
  statement: '',
  byPages: 'pages-',
  exportedItems: 'pages-',
  searchSource: 'search-',
}
const making = `\\b(${Object.keys(makers).join('|')})\\(\\s*(?:'([^']*)'|\`([^\`]*)\`)`

type Site = { name: string; text: string; parts: string }

/** The statements of a source, and its other declarations; of a name that is put together, `*` is what varies. */
function sitesOf({ path, text }: Source): Site[] {
  const code = text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import .*?from '.*?'$/gms, '')
  const declarations = code.split(/^(?=(?:export )?(?:async )?(?:const|let|function)\b)/m)
  return declarations.flatMap((declaration) => {
    const declared = /(?:const|let|function\*?) (\w+)/.exec(declaration)?.[1] ?? ''
    return declaration.split(new RegExp(`(?=${making})`)).flatMap((piece) => {
      const made = new RegExp(`^${making}`).exec(piece)
      const name = made
        ? `${makers[made[1] ?? '']}${made[2] ?? made[3]?.replace(/\$\{[^}]*\}/g, '*')}`
        : `${path.replace(/\.ts$/, '')}:${declared}`
      return [{ name, text: piece, parts: declaration }]
    })
  })
}

const camel = (table: string) => table.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Whether a site names the table, and not a CTE of that name. */
function names({ text, parts }: Site, kind: Kind, table: string): boolean {
  if (new RegExp(`\\b${table} as (not materialized )?\\(|\\bneeds\\([^)]*'${table}'`).test(parts))
    return false
  if (kind === 'writes')
    return new RegExp(
      `\\b(insert into|update|delete from) ${table}\\b|\\.(insert|update|delete)\\(${camel(table)}\\)`,
    ).test(text)
  return (
    new RegExp(`(?<!delete )\\b(from|join|using) ${table}\\b`).test(text) ||
    new RegExp(`, ${table} \\w{1,5}\\b|['\`]\\s*${table} \\w{1,5} (left )?join\\b`).test(text) ||
    new RegExp(`\\.(from|(inner|left)Join)\\(${camel(table)}\\b`).test(text)
  )
}

/** Tables of others that a source names, by site. */
function foreignIn(source: Source, keeperOf: ReadonlyMap<string, string>) {
  const foreign = [...keeperOf].filter(([, keeper]) => keeper !== source.module)
  return sitesOf(source).flatMap((site) =>
    foreign.flatMap(([table, keeper]) =>
      kinds
        .filter((kind) => names(site, kind, table))
        .map((kind) => ({ ...source, site: site.name, table, keeper, kind })),
    ),
  )
}

const asOne = (module: string, site: string, kind: Kind, table: string) =>
  `${module} ${site} ${kind} ${table}`

/** What goes through a wall without an opening, and openings that nothing goes through; `source` is null for these. */
export function wallProblems<S extends Source>({ sources, keeperOf, openings }: Walls<S>) {
  const open = new Set(
    Object.entries(openings).flatMap(([module, reasons]) =>
      Object.values(reasons).flatMap((sites) =>
        Object.entries(sites).flatMap(([site, opening]) =>
          kinds.flatMap((kind) => (opening[kind] ?? []).map((table) => asOne(module, site, kind, table))),
        ),
      ),
    ),
  )
  const used = new Set<string>()
  const problems: { source: S | null; sentence: string }[] = []
  for (const source of sources)
    for (const { module, site, kind, table, keeper } of foreignIn(source, keeperOf)) {
      const one = asOne(module, site, kind, table)
      used.add(one)
      if (!open.has(one))
        problems.push({
          source,
          sentence: `${site} ${kind} ${table}, which ${keeper} keeps: ask the service of ${keeper}, or join what its sql.ts offers. If only one statement can do it, open the wall for ${site} in scripts/table-openings.ts, below the reason.`,
        })
    }
  for (const one of open)
    if (!used.has(one))
      problems.push({ source: null, sentence: `nothing goes through “${one}” any more: close it.` })
  return { problems, count: open.size }
}
