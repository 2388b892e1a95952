import { row, statement } from '#server/db/statement'

export type ToReplace = {
  id: string
  ownerId: string
  reviewId: string | null
  isUnderReview: boolean
  isInTree: boolean
  target: string | null
  /** In no review yet, and of a kind that reviews show. */
  isFree: boolean
}

/** Locks both files in the order of their ids. */
export const lockBoth = statement('lock-to-replace', {
  takes: { ids: 'uuid[]' },
  gives: row<ToReplace>({
    id: 'uuid',
    ownerId: 'uuid',
    reviewId: 'uuid',
    isUnderReview: 'bool',
    isInTree: 'bool',
    target: 'text',
    isFree: 'bool',
  }),
  text: `select f.id, f.owner_id as "ownerId", f.review_id as "reviewId",
      f.purpose = 'REVIEW' as "isUnderReview", f.transfer_state is not null as "isInTree", f.target,
      f.review_id is null and f.purpose = 'REVIEW' and f.transfer_state is null and b.kind in ('IMAGE', 'PDF') as "isFree"
    from files f join blobs b on b.id = f.blob_id
    where f.id = any({ids}) order by f.id for update of f for share of b`,
})

/** Swaps bytes and charges. The remaining file gets the other's name and a new key, as browsers cache by key. */
export const swapBytes = statement('swap-bytes', {
  takes: { stays: 'uuid', goes: 'uuid', key: 'text' },
  text: `update files f set blob_id = o.blob_id, owner_id = o.owner_id, name = o.name, created_at = o.created_at,
      key = case when f.id = {stays} then {key} else f.key end
    from files o where f.id in ({stays}, {goes}) and o.id in ({stays}, {goes}) and o.id <> f.id`,
})
