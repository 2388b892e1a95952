import type { MemberRole, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import type { Database } from '#server/db/client'
import type { AccessFacts } from '#server/modules/access/policy'

/** By what the review is found: its own id, or something that belongs to it. */
export type Subject =
  | { review: string }
  | { file: string }
  | { comment: string }
  | { reply: string }
  | { code: string }

type Row = {
  review_id: string
  owner_id: string
  visibility: Visibility
  access_epoch: number
  role: MemberRole | null
  code: string
  access: ShareAccess
  access_key_hash: string | null
  expires_at: Date | null
  allow_download: boolean
}

const columns = `r.id as review_id, r.owner_id, r.visibility, r.access_epoch, m.role,
  l.code, l.access, l.access_key_hash, l.expires_at, l.allow_download`
const joins = `join share_links l on l.review_id = r.id
  left join review_members m on m.review_id = r.id and m.user_id = $2`

const queries = {
  review: `select ${columns} from reviews r ${joins} where r.id = $1`,
  file: `select ${columns} from files f join reviews r on r.id = f.review_id ${joins} where f.id = $1`,
  comment: `select ${columns} from comments c join reviews r on r.id = c.review_id ${joins} where c.id = $1`,
  reply: `select ${columns} from replies p join comments c on c.id = p.comment_id join reviews r on r.id = c.review_id ${joins} where p.id = $1`,
  code: `select ${columns} from reviews r ${joins} where l.code = $1`,
} as const

export type FoundFacts = AccessFacts & { accessKeyHash: string | null }

export async function findAccessFacts(
  db: Database,
  subject: Subject,
  userId: string | null,
): Promise<FoundFacts | null> {
  const [kind, value] = Object.entries(subject)[0] as [keyof typeof queries, string]
  const { rows } = await db.pool.query<Row>({
    name: `access-${kind}`,
    text: queries[kind],
    values: [value, userId],
  })
  const row = rows[0]
  if (!row) return null
  return {
    reviewId: row.review_id,
    ownerId: row.owner_id,
    visibility: row.visibility,
    epoch: row.access_epoch,
    memberRole: row.role,
    accessKeyHash: row.access_key_hash,
    link: {
      code: row.code,
      access: row.access,
      hasAccessKey: row.access_key_hash !== null,
      expiresAt: row.expires_at,
      allowDownload: row.allow_download,
    },
  }
}

export async function findMemberRoles(
  db: Database,
  reviewId: string,
  userIds: readonly string[],
): Promise<Map<string, MemberRole>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await db.pool.query<{ user_id: string; role: MemberRole }>({
    name: 'member-roles',
    text: 'select user_id, role from review_members where review_id = $1 and user_id = any($2::uuid[])',
    values: [reviewId, userIds],
  })
  return new Map(rows.map((row) => [row.user_id, row.role]))
}
