/**
 * Whose tables a module's statements name. A module reads and writes the tables of its own file in `db/tables`;
 * what others may ask of them, its `sql.ts` offers as pieces of SQL. Whatever goes through a wall stands below.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Opening = { module: string; reads?: string[]; writes?: string[]; why: string }

/** Modules that keep tables under another name than their own. */
const keepers: Record<string, string> = {
  sharing: 'reviews',
  downloads: 'deliveries',
  'usage-meters': 'users',
  'user-events': 'live',
}

const openings: Opening[] = [
  {
    module: 'access',
    reads: [
      'reviews',
      'members',
      'invitations',
      'access_requests',
      'share_links',
      'activity',
      'comments',
      'replies',
      'files',
      'workspaces',
      'tasks',
      'timeline_items',
      'deliveries',
      'delivery_items',
      'downloads',
      'transfers',
      'users',
      'guests',
    ],
    writes: ['share_links'],
    why: 'it alone knows who is in, and by which link; from a comment to the decision is one statement, asked by nearly every request; a key that was right in an old form is stored anew where it was judged',
  },
  {
    module: 'comments',
    reads: ['reviews', 'files', 'blobs', 'uploads', 'users', 'guests'],
    writes: ['reviews', 'files'],
    why: 'a comment with its number, counters, event, notifications and attachments is one statement, and so is a page of them',
  },
  {
    module: 'connections',
    reads: ['users', 'reviews', 'files', 'blobs', 'comments', 'replies', 'messages', 'conversation_sides'],
    why: 'what somebody may ask for follows from their profile, plan and address together, in one statement; people are listed with the covers of their public reviews in one; who was active lately is found daily in one; a report keeps the message that it is about, with its files, in the statement that writes it; a block asks whether the two have talked',
  },
  {
    module: 'deliveries',
    reads: ['share_links', 'transfers', 'files', 'blobs', 'activity'],
    writes: ['share_links'],
    why: 'a list with what is in each, its links and how often they were opened is one statement; a claim counts on its link and delivery or not at all',
  },
  {
    module: 'files',
    reads: [
      'reviews',
      'comments',
      'replies',
      'users',
      'sessions',
      'messages',
      'conversation_sides',
      'blocks',
      'transfers',
    ],
    writes: ['reviews', 'users'],
    why: 'serving a file is one statement, and so is the list of the largest with their places in transfers; the charge on an account changes with the file or not at all',
  },
  {
    module: 'notifications',
    reads: [
      ...['workspaces', 'tasks', 'timeline_items', 'deliveries'],
      ...['reviews', 'comments', 'replies', 'files', 'blobs'],
    ],
    why: 'a list with the names and pictures of what it is about, and what a mail tells, are one statement each',
  },
  {
    module: 'reviews',
    reads: ['files', 'blobs', 'comments', 'activity'],
    writes: ['files'],
    why: 'a list of reviews with covers, and of links with their counts, is one statement; files are put in order in one',
  },
  {
    module: 'workspaces',
    reads: ['members', 'reviews', 'files', 'blobs', 'comments'],
    why: 'the export names who is in, the list of linked reviews what they are called, and that of tasks the comments that they were made of, in one statement each',
  },
  {
    module: 'users',
    reads: [
      ...['reviews', 'members', 'invitations', 'files', 'blobs', 'comments', 'replies', 'notifications'],
      ...['connection_profiles', 'transfers', 'share_links'],
    ],
    writes: [
      ...['reviews', 'members', 'invitations', 'files', 'comments', 'replies', 'activity', 'transfers'],
      'share_links',
    ],
    why: 'all that is somebody’s is exported, handed on or deleted at once, each kind in one statement; invitations and deliveries follow a change of address; the plan asks for the profile',
  },
]

const kinds = ['reads', 'writes'] as const
type Kind = (typeof kinds)[number]

const camel = (table: string) => table.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Which module keeps which table. */
function readKeepers(folder: string): Map<string, string> {
  const found = readdirSync(folder).flatMap((file) => {
    const name = basename(file, '.ts')
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(
      (match) => [match[1] ?? '', keepers[name] ?? name] as const,
    )
  })
  return new Map(found)
}

function sqlOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import .*?from '.*?'$/gms, '')
}

/** The tables that a source names, and how; one that it also calls a part of a statement by is not meant. */
function tablesIn(text: string, tables: readonly string[]): { table: string; kind: Kind }[] {
  return tables.flatMap((table) => {
    if (new RegExp(`\\b${table} as (not materialized )?\\(`).test(text)) return []
    const isWritten =
      new RegExp(`\\b(insert into|update|delete from) ${table}\\b`).test(text) ||
      new RegExp(`\\.(insert|update|delete)\\(${camel(table)}\\)`).test(text)
    const isRead =
      new RegExp(`(?<!delete )\\b(from|join|using) ${table}\\b`).test(text) ||
      new RegExp(`, ${table} \\w{1,5}\\b`).test(text) ||
      new RegExp(`['\`]${table} \\w{1,5} (left )?join\\b`).test(text) ||
      new RegExp(`\\.from\\(${camel(table)}\\)`).test(text)
    return [
      ...(isRead ? [{ table, kind: 'reads' as const }] : []),
      ...(isWritten ? [{ table, kind: 'writes' as const }] : []),
    ]
  })
}

/** `files`: the sources of all modules, by module. */
export function checkTables(
  root: string,
  files: readonly { file: string; module: string }[],
  complain: (file: string, sentence: string) => void,
): string[] {
  const keeperOf = readKeepers(join(root, 'apps/server/src/db/tables'))
  const used = new Set<string>()
  for (const { file, module } of files) {
    for (const { table, kind } of tablesIn(sqlOf(file), [...keeperOf.keys()])) {
      const keeper = keeperOf.get(table) ?? ''
      if (keeper === module) continue
      used.add(`${module} ${kind} ${table}`)
      if (openings.some((one) => one.module === module && one[kind]?.includes(table))) continue
      complain(
        file,
        `${module} ${kind} ${table}, which ${keeper} keeps: ask its service, or use what its sql.ts offers.`,
      )
    }
  }
  for (const { module, ...opening } of openings) {
    for (const kind of kinds) {
      for (const table of opening[kind] ?? []) {
        if (!used.has(`${module} ${kind} ${table}`))
          complain('scripts/table-walls.ts', `${module} no longer ${kind} ${table}: drop it from the list.`)
      }
    }
  }
  return openings.map(({ module, why, ...opening }) => {
    const parts = kinds.flatMap((kind) => (opening[kind] ? [`${kind} ${opening[kind].join(', ')}`] : []))
    return `${module} ${parts.join('; ')}: ${why}`
  })
}
