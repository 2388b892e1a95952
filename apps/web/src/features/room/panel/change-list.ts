import type { Comment } from '@wingmark/contract/comments'
import { csvOf } from '@wingmark/contract/csv'
import type { File } from '@wingmark/contract/files'
import { escapeMarkdown } from '#web/lib/escape-markdown'
import { formatCount } from '#web/lib/format'
import { authorName } from '#web/lib/has-no-account'
import { findDuplicates } from './duplicates.ts'

/** A requested change: an open comment. */
export type Change = {
  comment: Comment
  /** Null for a comment on the whole file, or without a place any more. */
  page: number | null
  /** Numbers of likely duplicates. */
  like: readonly number[]
}
export type ChangesOfPage = { page: number | null; changes: readonly Change[] }
export type ChangesOfFile = { file: File; pages: readonly ChangesOfPage[] }

/** Open comments by file and page, top to bottom. */
export function changesOf(files: readonly File[], comments: readonly Comment[]): ChangesOfFile[] {
  const open = comments.filter(({ status, deleted }) => status === 'OPEN' && !deleted)
  const like = findDuplicates(open)
  const numbers = new Map(open.map(({ _id, number }) => [_id, number]))
  const byFile = Map.groupBy(open, ({ file }) => file)
  return files.flatMap((file) => {
    const those = byFile.get(file._id) ?? []
    if (those.length === 0) return []
    const last = Math.max(1, file.pages?.length ?? 1)
    const byPage = Map.groupBy(those, ({ marker }) => (marker && marker.page <= last ? marker.page : null))
    const pages = [...byPage].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))
    return [
      {
        file,
        pages: pages.map(([page, some]) => ({
          page,
          changes: some.toSorted(byPlace).map((comment) => ({
            comment,
            page,
            like: (like.get(comment._id) ?? [])
              .map((id) => numbers.get(id) ?? null)
              .filter((number) => number !== null)
              .toSorted((a, b) => a - b),
          })),
        })),
      },
    ]
  })
}

const byPlace = (one: Comment, other: Comment) =>
  (one.marker?.y ?? 0) - (other.marker?.y ?? 0) || (one.marker?.x ?? 0) - (other.marker?.x ?? 0)

/** Changes per person, most first. */
export function countsByPerson(files: readonly ChangesOfFile[]): [name: string, count: number][] {
  const authors = files.flatMap(({ pages }) =>
    pages.flatMap(({ changes }) => changes.map(({ comment }) => comment.author)),
  )
  return [...Map.groupBy(authors, ({ _id }) => _id).values()]
    .map((those): [string, number] => [those[0]?.name ?? '', those.length])
    .toSorted(([, one], [, other]) => other - one)
}

export const countOf = ({ pages }: ChangesOfFile) =>
  pages.reduce((sum, { changes }) => sum + changes.length, 0)

/** `4 open comments: Olga Owner 3 · Gina Guest 1` */
export function countsInWords(files: readonly ChangesOfFile[]): string {
  const total = files.reduce((sum, one) => sum + countOf(one), 0)
  const people = countsByPerson(files).map(([who, count]) => `${who} ${count}`)
  return `${formatCount(total, 'open comment')}: ${people.join(' · ')}`
}

const wordsOf = ({ message, isCut }: Comment) => `${message.trim()}${isCut ? '…' : ''}`

type Given = {
  name: string
  files: readonly ChangesOfFile[]
  /** False if not all open comments were read. */
  isAll: boolean
  linkOf: (id: string) => string
}

export const leftOut = 'There are too many open comments to list them all: only the oldest are shown.'

/** A checklist for tickets and chats. */
export function asMarkdown({ name, files, isAll, linkOf }: Given): string {
  const lines = [`# Changes to ${escapeMarkdown(name)}`, '', escapeMarkdown(countsInWords(files))]
  for (const one of files) {
    const { file, pages } = one
    lines.push('', `## ${escapeMarkdown(file.name)} (${countOf(one)})`)
    const hasPages = (file.pages?.length ?? 1) > 1
    for (const { page, changes } of pages) {
      lines.push(
        ...(hasPages || page === null ? ['', `### ${page === null ? 'Whole file' : `Page ${page}`}`] : []),
        '',
      )
      for (const { comment, like } of changes) {
        const number = comment.number === null ? '' : `**${comment.number}** `
        const others = like.length > 0 ? ` (like ${like.join(', ')})` : ''
        const words = escapeMarkdown(wordsOf(comment)).replace(/\n/g, '\n  ')
        lines.push(
          `- [ ] ${number}${words} – ${escapeMarkdown(authorName(comment.author))}${others} ([open](${linkOf(comment._id)}))`,
        )
      }
    }
  }
  if (!isAll) lines.push('', leftOut)
  return `${lines.join('\n')}\n`
}

export function asCsv({ files, isAll, linkOf }: Given): string {
  const rows = files.flatMap(({ file, pages }) =>
    pages.flatMap(({ page, changes }) =>
      changes.map(({ comment, like }) => [
        file.name,
        page,
        comment.number,
        wordsOf(comment),
        authorName(comment.author),
        like.join(' '),
        linkOf(comment._id),
      ]),
    ),
  )
  const titles = ['File', 'Page', 'Number', 'Change', 'Author', 'Like', 'Link']
  return csvOf([titles, ...rows, ...(isAll ? [] : [[leftOut]])])
}
