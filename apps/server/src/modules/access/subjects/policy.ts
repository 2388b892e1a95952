import type { Subject } from '@wingmark/contract/subjects'

/** For each kind: its table, and the column by which rows of `db/tables/subjects` refer to it. */
const kinds = {
  // It can be restored for some hours, like a workspace.
  REVIEW: { table: 'reviews', column: 'review_id', isThere: 'deleted_at is null' },
  WORKSPACE: { table: 'workspaces', column: 'workspace_id', isThere: 'deleted_at is null' },
  DELIVERY: { table: 'deliveries', column: 'delivery_id', isThere: 'true' },
} as const satisfies Record<Subject['kind'], { table: string; column: string; isThere: string }>

export const subjectKinds = Object.keys(kinds).filter((kind): kind is Subject['kind'] => kind in kinds)
/** Makes one value for each kind. */
export const bySubject = <T>(make: (kind: Subject['kind']) => T): Record<Subject['kind'], T> => ({
  REVIEW: make('REVIEW'),
  WORKSPACE: make('WORKSPACE'),
  DELIVERY: make('DELIVERY'),
})

export const subjectTable = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].table
/** For a row of the subject's own table: whether it is not deleted. */
export const subjectIsThere = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].isThere
export const subjectColumn = ({ kind }: Pick<Subject, 'kind'>) => kinds[kind].column

/** A row's columns `subjectKind` and `subjectId`; `others` are kinds that only this table has. */
export const subjectOfRow = (alias: string, others: Record<string, string> = {}) => {
  const all = [...subjectKinds.map((kind) => [kind, kinds[kind].column] as const), ...Object.entries(others)]
  const cases = all.map(([kind, column]) => `when ${alias}.${column} is not null then '${kind}'`)
  const columns = all.map(([, column]) => `${alias}.${column}`)
  return `case ${cases.join(' ')} end as "subjectKind", coalesce(${columns.join(', ')}) as "subjectId"`
}

export const ofReview = (reviewId: string): PeopledSubject => ({ kind: 'REVIEW', _id: reviewId })
export const ofDelivery = (deliveryId: string): Subject => ({ kind: 'DELIVERY', _id: deliveryId })
export const ofWorkspace = (workspaceId: string): PeopledSubject => ({ kind: 'WORKSPACE', _id: workspaceId })

/** A subject with members and invitations; a delivery has only links. */
export type PeopledSubject = Subject & { kind: 'REVIEW' | 'WORKSPACE' }

/** Like `bySubject`, for subjects with members. */
export const byPeopled = <T>(
  make: (kind: PeopledSubject['kind']) => T,
): Record<PeopledSubject['kind'], T> => ({ REVIEW: make('REVIEW'), WORKSPACE: make('WORKSPACE') })
