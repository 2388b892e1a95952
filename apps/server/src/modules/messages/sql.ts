import { hasBlocked } from '#server/modules/connections/sql'

/** A conversation does not exist for people blocked by the other side. `side` is a row of `conversation_sides`. */
export const isShown = (side: string) => `not exists (select 1 from conversation_sides them
  where them.conversation_id = ${side}.conversation_id and them.user_id <> ${side}.user_id
    and ${hasBlocked('them.user_id', `${side}.user_id`)})`
