import { people } from '#server/modules/users/sql'

/** Whether an invitation to the review is on its way to somebody, and can still be accepted. */
export const isInvited = (review: string, user: string) => `exists (
  select 1 from invitations sent join ${people} invitee on invitee.email = sent.email
  where sent.review_id = ${review} and invitee.id = ${user} and sent.state = 'PENDING' and sent.expires_at > now())`
