import type { Fix } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'

type Result = 'ACCEPTED' | 'REOPENED' | 'PLACED'

/** One comment of the queue; `result`: what was decided, perhaps not sent yet. */
export type QueueItem = { comment: Comment; fix: Fix; result: Result | null; by: string | null }

/** What is to check, in the order given, with what waits on this device. */
export function queueOf(
  order: readonly string[],
  fixes: readonly Fix[],
  comments: readonly Comment[],
  items: readonly CommentItem[],
): QueueItem[] {
  const fixOf = new Map(fixes.map((fix) => [fix._id, fix]))
  const commentOf = new Map(comments.map((comment) => [comment._id, comment]))
  return order.flatMap((id) => {
    const fix = fixOf.get(id)
    const comment = commentOf.get(id)
    if (!fix || !comment || comment.deleted) return []
    return { comment, fix, ...decided(fix, items) }
  })
}

function decided(fix: Fix, items: readonly CommentItem[]): Pick<QueueItem, 'result' | 'by'> {
  const waiting = items.findLast(
    ({ target, state }) => target.kind === 'fix' && target.comment === fix._id && state !== 'failed',
  )?.target
  if (waiting?.kind === 'fix')
    return { result: waiting.result === 'UNCHECKED' ? null : waiting.result, by: null }
  return { result: fix.checked?.result ?? null, by: fix.checked?.by?.name ?? null }
}

/** The next undecided one after `from`, around the end; null if all are decided. `left`: ids to leave out. */
export function nextOpen(
  queue: readonly QueueItem[],
  from: number,
  left: ReadonlySet<string>,
): number | null {
  const isOpen = ({ result, comment }: QueueItem) => result === null && !left.has(comment._id)
  const after = queue.findIndex((item, at) => at > from && isOpen(item))
  if (after !== -1) return after
  const before = queue.findIndex(isOpen)
  return before === -1 ? null : before
}

/** The next one either way that nobody else checks; null past the last one. */
export function stepIn(
  queue: readonly QueueItem[],
  from: number,
  by: 1 | -1,
  taken: ReadonlySet<string>,
): number | null {
  const isTaken = (item: QueueItem | undefined) => item !== undefined && taken.has(item.comment._id)
  let at = from + by
  while (isTaken(queue[at])) at += by
  if (queue[at]) return at
  return by === 1 ? null : from
}

type Summary = { name: string; version: number; linkOf: (id: string) => string }

const headings = [
  ['ACCEPTED', 'Fixed'],
  ['REOPENED', 'Not yet'],
  ['PLACED', 'Pin placed, still open'],
  [null, 'Not checked, still open'],
] as const

export function groupsOf(queue: readonly QueueItem[]): { heading: string; items: QueueItem[] }[] {
  const groups = Map.groupBy(queue, ({ result }) => result)
  return headings.flatMap(([result, heading]) => {
    const items = groups.get(result)
    return items ? { heading, items } : []
  })
}

/** To be copied and sent. */
export function summaryOf(queue: readonly QueueItem[], { name, version, linkOf }: Summary): string {
  const parts = groupsOf(queue).map(({ heading, items }) =>
    [
      `${heading} (${items.length})`,
      ...items.map(({ comment }) => {
        const words = comment.message.replaceAll(/\s+/g, ' ').trim()
        return `- ${comment.number ?? ''} ${words} ${linkOf(comment._id)}`.replace('-  ', '- ')
      }),
    ].join('\n'),
  )
  return [`${name}, version ${version}`, ...parts].join('\n\n')
}
