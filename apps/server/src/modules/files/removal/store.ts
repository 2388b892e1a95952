import { statement } from '#server/db/statement'

// With the review's date, so that both are unverified work or neither is.
export const makeAside = statement('file-aside', {
  takes: { id: 'uuid', review: 'uuid' },
  text: `insert into reviews (id, owner_id, name, visibility, removed_from, created_at, deleted_at)
    select f.id, r.owner_id, f.name, 'PRIVATE', r.id, r.created_at, now()
    from files f join reviews r on r.id = f.review_id where f.id = {id}::uuid and r.id = {review}::uuid`,
})

export const moveFiles = statement('file-aside-files', {
  takes: { ids: 'uuid[]', to: 'uuid' },
  text: 'update files set review_id = {to}::uuid where id = any({ids}::uuid[])',
})

export const moveFilesBack = statement('file-back', {
  takes: { from: 'uuid', to: 'uuid' },
  text: 'update files set review_id = {to}::uuid where review_id = {from}::uuid',
})

/** Makes room at the place of a restored file. */
export const makeRoom = statement('file-back-room', {
  takes: { file: 'uuid', review: 'uuid' },
  text: `update files f set position = f.position + 1 from files back
    where back.id = {file}::uuid and f.review_id = {review}::uuid and f.purpose = 'REVIEW' and f.position >= back.position`,
})
