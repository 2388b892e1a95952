import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Transaction } from '#server/db/client'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { addEvents } from '#server/modules/events/service'
import { freshRanks, type Placed, rankBetween } from '#server/modules/workspaces/tasks/policy'
import {
  findBeside,
  findFirst,
  findLast,
  listColumn,
  listSiblings,
  setRanks,
  setSubRanks,
} from '#server/modules/workspaces/tasks/store'
import { task } from '#server/modules/workspaces/tasks/task-events'

type Place = { workspaceId: string; status: TaskStatus; id: string; after: string | null | undefined }
type Column = { workspaceId: string; status: TaskStatus; without: string }

/** The rank below `after`; null means the top, a missing task the end. */
export async function takePlace(tx: Transaction, { id, after, ...rest }: Place): Promise<string> {
  const column = { ...rest, without: id }
  const [above = null, below = null] = await findNeighbours(tx, column, after)
  return rankBetween(above, below) ?? renumber(tx, column, above)
}

async function findNeighbours(
  tx: Transaction,
  column: Column,
  after: string | null | undefined,
): Promise<(Placed | null)[]> {
  if (after === null) return [null, await findFirst.first(tx, column)]
  const found = after === undefined ? [] : await findBeside.rows(tx, { ...column, after })
  return found.length > 0 ? found : [await findLast.first(tx, column)]
}

/** Gives a column short ranks in order; returns the one below `above`. */
async function renumber(tx: Transaction, column: Column, above: Placed | null): Promise<string> {
  const others = await listColumn.rows(tx, column)
  const at = others.findIndex(({ id }) => id === above?.id) + 1
  const ranks = freshRanks(others.length + 1)
  const [own = ''] = ranks.splice(at, 1)
  await setRanks(
    tx,
    others.map(({ id }, n) => ({ id, rank: ranks[n] ?? '' })),
  )
  const moved = others.map(({ id }) => task('moved', id))
  await addEvents(tx, ofWorkspace(column.workspaceId), moved)
  return own
}

type SubPlace = { parentId: string; id: string; after: string | null | undefined }

/** The rank among a task's subtasks, as in a column; they are few, so it reads all. */
export async function takeSubPlace(tx: Transaction, { parentId, id, after }: SubPlace): Promise<string> {
  const others = await listSiblings.rows(tx, { parentId, without: id })
  const found = others.findIndex((one) => one.id === after)
  const at = after === null ? 0 : found === -1 ? others.length : found + 1
  const ranked = others.flatMap(({ id, rank }) => (rank === null ? [] : { id, rank }))
  if (ranked.length === others.length) {
    const rank = rankBetween(ranked[at - 1] ?? null, ranked[at] ?? null)
    if (rank !== null) return rank
  }
  const ranks = freshRanks(others.length + 1)
  const [own = ''] = ranks.splice(at, 1)
  const given = others.map(({ id }, n) => ({ id, rank: ranks[n] ?? '' }))
  await setSubRanks(tx, given)
  return own
}
