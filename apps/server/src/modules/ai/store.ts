import { exportedItems } from '#server/db/by-pages'

export const exportReadings = exportedItems(
  'ai-readings',
  `select id, json_build_object('_id', id, 'kind', kind, 'review', review_id, 'file', file_id, 'status', status,
      'points', points, 'disagreements', disagreements, 'questions', questions, 'commentsRead', comments_read,
      'commentsLeftOut', comments_left_out, 'commentsCut', comments_cut, 'characters', characters, 'createdAt', read_at) as item
   from ai_readings where user_id = {owner}::uuid and id > {after}::uuid order by id`,
)
