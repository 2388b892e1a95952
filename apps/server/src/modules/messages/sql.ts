import { hasBlocked } from '#server/modules/connections/sql'

/** To whom the other has blocked their conversation is not there. `side` is a row of `conversation_sides`. */
export const isShown = (side: string) => `not exists (select 1 from conversation_sides them
  where them.conversation_id = ${side}.conversation_id and them.user_id <> ${side}.user_id
    and ${hasBlocked('them.user_id', `${side}.user_id`)})`
