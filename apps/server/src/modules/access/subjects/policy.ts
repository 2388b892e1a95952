import type { Subject } from '@wingmark/contract/subjects'

/** Of each kind: its own table, and the column by which rows of `db/tables/subjects` point at it. */
const kinds = {
  // It can be restored for some hours, like a workspace.
  REVIEW: { table: 'reviews', column: 'review_id', isThere: 'deleted_at is null' },
  WORKSPACE: { table: 'workspaces', column: 'workspace_id', isThere: 'deleted_at is null' },
  DELIVERY: { table: 'deliveries', column: 'delivery_id', isThere: 'true' },
} as const satisfies Record<Subject['kind'], { table: string; column: string; isThere: string }>

export const subjectKinds = Object.keys(kinds).filter((kind): kind is Subject['kind'] => kind in kinds)
/** One of something for each kind. */
export const bySubject = <T>(make: (kind: Subject['kind']) => T): Record<Subject['kind'], T> => ({
  REVIEW: make('REVIEW'),
  WORKSPACE: make('WORKSPACE'),
  DELIVERY: make('DELIVERY'),
})

export const subjectTable = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].table
/** Of a row of its own table: that it was not deleted. */
export const subjectIsThere = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].isThere
export const subjectColumn = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].column

/** Columns `subjectKind` and `subjectId` of a row; `others` are kinds that only this table has, and their columns. */
export const subjectOfRow = (alias: string, others: Record<string, string> = {}) => {
  const all = [...subjectKinds.map((kind) => [kind, kinds[kind].column] as const), ...Object.entries(others)]
  const cases = all.map(([kind, column]) => `when ${alias}.${column} is not null then '${kind}'`)
  const columns = all.map(([, column]) => `${alias}.${column}`)
  return `case ${cases.join(' ')} end as "subjectKind", coalesce(${columns.join(', ')}) as "subjectId"`
}

export const ofReview = (reviewId: string): PeopledSubject => ({ kind: 'REVIEW', _id: reviewId })
export const ofDelivery = (deliveryId: string): Subject => ({ kind: 'DELIVERY', _id: deliveryId })
export const ofWorkspace = (workspaceId: string): PeopledSubject => ({ kind: 'WORKSPACE', _id: workspaceId })

/** What has members and invitations; a delivery has links alone. */
export type PeopledSubject = Subject & { kind: 'REVIEW' | 'WORKSPACE' }

/** As `bySubject`, for what has people. */
export const byPeopled = <T>(
  make: (kind: PeopledSubject['kind']) => T,
): Record<PeopledSubject['kind'], T> => ({ REVIEW: make('REVIEW'), WORKSPACE: make('WORKSPACE') })
