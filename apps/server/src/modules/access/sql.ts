import { accessRequestDays, claimHours } from '@wingmark/contract/limits'
import type { PeopledSubject } from '#server/modules/access/subjects/policy'

// Who has access, for the SQL of every module. New kinds of subjects and of access belong here.

/** Owner and members of reviews. A table: review_id, user_id, role, since; a user may appear twice. */
export const reviewPeople = `(
  select id as review_id, owner_id as user_id, 'OWNER' as role, created_at as since from reviews where deleted_at is null
  union all select review_id, user_id, role, created_at from members where review_id is not null)`

/** People of workspaces that are not deleted; only the owner if suspended. A table: workspace_id, user_id, role, since. */
export const workspacePeople = `(
  select id as workspace_id, owner_id as user_id, 'OWNER' as role, created_at as since from workspaces
    where deleted_at is null
  union all select m.workspace_id, m.user_id, m.role, m.created_at from members m
    join workspaces w on w.id = m.workspace_id where w.deleted_at is null and w.rests_since is null)`

/** Both of the above by kind of subject, each with the column from `subjects/policy`. */
export const peopleOf = {
  REVIEW: reviewPeople,
  WORKSPACE: workspacePeople,
} as const satisfies Record<PeopledSubject['kind'], string>

/** By kind: whether the subject `s` accepts no invitations now. */
export const isShut = {
  REVIEW: (s: string) => `(${s}.deleted_at is not null or ${s}.rests_since is not null)`,
  WORKSPACE: (s: string) => `(${s}.deleted_at is not null or ${s}.rests_since is not null)`,
} as const satisfies Record<PeopledSubject['kind'], (s: string) => string>

const roles = `array['OWNER', 'EDITOR', 'COMMENTER', 'VIEWER']`

/** Sorts people, the owner first. */
export const rankOf = (role: string) => `array_position(${roles}, ${role})`

/** A suspended review admits only its owner, a deleted one nobody. `p` is a row of `reviewPeople`. */
export const isLetIn = (p: string) => `(${p}.role = 'OWNER'
  or not exists (select 1 from reviews shut where shut.id = ${p}.review_id and ${isShut.REVIEW('shut')}))`

/** Whether a review is deleted but can still be restored. */
export const isReviewDeleted = (review: string) =>
  `exists (select 1 from reviews deleted where deleted.id = ${review} and deleted.deleted_at is not null)`

/** Ids of a review and of the holders of files removed from it. */
export const withRemoved = (review: string) =>
  `(select part.id from reviews part where part.id = ${review} or part.removed_from = ${review})`

/** Visibility of the review `r` to others. */
export const visibilityOf = (r: string) =>
  `case when ${isShut.REVIEW(r)} then 'PRIVATE' else ${r}.visibility end`

/** Null for outsiders. Avoids `reviewPeople` to read only two rows; `is true` stops a scan of an owner's reviews. */
export const roleIn = (review: string, user: string) => `coalesce(
  (select 'OWNER' from reviews owned
    where owned.id = ${review} and (owned.owner_id = ${user}) is true and owned.deleted_at is null),
  (select insider.role from members insider
    where insider.review_id = ${review} and insider.user_id = ${user} and ${isLetIn('insider')}))`

export const isIn = (review: string, user: string) => `${roleIn(review, user)} is not null`

/** Whether a user has a pending invitation to the review. */
export const isInvited = (review: string, user: string) => `exists (
  select 1 from invitations sent join users invitee on invitee.email = sent.email
  where sent.review_id = ${review} and invitee.id = ${user} and sent.state = 'PENDING' and sent.expires_at > now()
    and not ${isReviewDeleted('sent.review_id')})`

/** Whether the access request `a` is still valid. */
export const stands = (a: string) => `${a}.created_at > now() - interval '${accessRequestDays} days'`

/** Whether a user has asked for access to the review. */
export const hasAsked = (review: string, user: string) => `exists (
  select 1 from access_requests asked where asked.review_id = ${review} and asked.user_id = ${user} and ${stands('asked')})`

/** Whether a user is in the review `r`; for lists that start from the person. */
export const isOfPerson = (r: string, user: string) =>
  `(${r}.id in (select insider.review_id from ${reviewPeople} insider where insider.user_id = ${user})
    and ${r}.deleted_at is null and (${r}.rests_since is null or ${r}.owner_id = ${user}))`

/** The name of a user or guest. */
export const nameOf = (
  who: string,
) => `coalesce((select called.name from users called where called.id = ${who}),
    (select called.name from guests called where called.id = ${who}))`

/** All links with their names, as a table. */
export const namedLinks = '(select id, review_id, workspace_id, delivery_id, name from share_links)'

/** The links that work now, as a table. They do not open private reviews; `decideAccess` says so. */
export const openLinks = `(
  select id, review_id, code, access, epoch, allow_download, only_current, person_id from share_links
  where access <> 'NONE' and (expires_at is null or expires_at > now()))`

/** The first link of every review, as a table. */
export const firstLinks = '(select * from share_links where is_default)'

/** Open links of `r` (id, visibility, rests_since, deleted_at, access_epoch) that never lost rights: id, code. */
export const lastingLinks = (r: string) => `(
  select open_link.id, open_link.code from ${openLinks} open_link
  where open_link.review_id = ${r}.id and open_link.person_id is null and open_link.epoch = 1 and ${visibilityOf(r)} = 'UNLISTED' and ${r}.access_epoch = 1)`

/** Whether a user sees the review `r` without a link: as a member, or because it is public. */
export const isWelcome = (r: string, user: string) =>
  `(${visibilityOf(r)} = 'PUBLIC' or ${isIn(`${r}.id`, user)})`

/** Like `isWelcome`, or by the link that they came by. */
export const isStillWelcome = (r: string, user: string, link: string) =>
  `(${isWelcome(r, user)} or ${link} in (select id from ${lastingLinks(r)} lasting))`

/** Whether two people are members of the same review or workspace. */
export const areFellows = (one: string, other: string) =>
  `(exists (select 1 from ${reviewPeople} fellow where fellow.user_id = ${other} and ${isLetIn('fellow')}
      and fellow.review_id in (select self.review_id from ${reviewPeople} self where self.user_id = ${one} and ${isLetIn('self')}))
    or exists (select 1 from ${workspacePeople} fellow where fellow.user_id = ${other}
      and fellow.workspace_id in (select self.workspace_id from ${workspacePeople} self where self.user_id = ${one})))`

/** What a file address of the public review `r` depends on, with its first link `l`; as `linkStamp` writes it. */
export const linkStampOf = (l: string, r: string) =>
  `case when ${visibilityOf(r)} = 'PUBLIC' then ${l}.epoch || '.' || ${r}.access_epoch end`

/** Finished downloads of the delivery `d` by the link `l`. Each recipient has a count; all others share one. */
export const downloadsBy = (
  d: string,
  l: string,
) => `(case when ${l}.email is not null then ${l}.download_count
    else ${d}.download_count - (select coalesce(sum(own.download_count), 0)::int from share_links own
      where own.delivery_id = ${d}.id and own.email is not null) end)`

/** Whether the link `l` of the delivery `d` has reached the sender's download limit. */
export const isUsedUp = (d: string, l: string) =>
  `(${d}.max_downloads is not null and ${downloadsBy(d, l)} >= ${d}.max_downloads)`

/** A claim `x` whose download may still be running. */
export const isFreshClaim = (x: string) => `${x}.started_at > now() - interval '${claimHours} hours'`

/** Like `isUsedUp`, with no visit in progress. */
export const isOver = (d: string, l: string) => `(${isUsedUp(d, l)} and not exists (
  select 1 from downloads begun where begun.link_id = ${l}.id and ${isFreshClaim('begun')}))`

/** The chosen transfers and the folders around them. A table: of_id, id. `which` is a condition on `t`. */
const upward = (which: string) => `(with recursive up as (
    select t.id as of_id, t.id, t.parent_id from transfers t where ${which} and t.deleted_at is null
    union all select up.of_id, p.id, p.parent_id from up join transfers p on p.id = up.parent_id
  ) select of_id, id from up)`

/** Ids of a transfer and its folders: a delivery contains it through any of them. */
export const itemsAround = (transfer: string) =>
  `(select above.id from ${upward(`t.id = ${transfer}`)} above)`

/** Which of these transfers are in a delivery, directly or through a folder. A table: of_id. */
export const inDelivery = (delivery: string, which: string) => `(
  select distinct above.of_id from ${upward(which)} above
  join delivery_items item on item.transfer_id = above.id where item.delivery_id = ${delivery})`

/** The delivery in which an open link shows the file `f`, at most one row. Expiry ends no running download. */
export const deliveryOfFile = (f: string, link: string) => `(
  select sent.id as delivery_id, way.epoch || '.' || sent.access_epoch as stamp, sent.allow_preview,
    sent.max_downloads is not null as is_limited
  from share_links way join deliveries sent on sent.id = way.delivery_id
  where way.id = ${link} and way.access <> 'NONE'
    and sent.rests_since is null and sent.owner_id = ${f}.owner_id
    and ${f}.transfer_state = 'IN_TREE' and exists (select 1 from ${inDelivery('sent.id', `t.file_id = ${f}.id`)} there))`

/** Whether a user sees the delivery `d` without a link: its sender, or a recipient with a verified address. */
export const isReceiver = (d: string, user: string) => `(${d}.owner_id = ${user} or exists (
  select 1 from share_links way join users reader on reader.email = way.email and reader.email_confirmed_at is not null
  where way.delivery_id = ${d}.id and reader.id = ${user} and way.access <> 'NONE' and ${d}.rests_since is null))`

/** Whether a comment exists. */
export const isCommentThere = (comment: string) =>
  `exists (select 1 from comments there where there.id = ${comment} and there.deleted_at is null)`

/** A deleted comment with replies is only buried. */
export const isCommentBuried = (comment: string) =>
  `exists (select 1 from comments buried where buried.id = ${comment} and buried.deleted_at is not null)`

/** What people with links wrote. Tables: id, comment_id, link_id, user_id, guest_id, created_at. */
export const writtenByLinks = {
  comments: `(select id, id as comment_id, link_id, user_id, guest_id, created_at from comments where deleted_at is null)`,
  replies: '(select id, comment_id, link_id, user_id, guest_id, created_at from replies)',
} as const
