import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { deleteKeysOf } from '#server/db/idempotency'
import { row, statement } from '#server/db/statement'
import { guests, loginCodes, users } from '#server/db/tables/users'
import type { DeletedAccount } from '#server/module-parts'
import { formerName } from '#server/modules/users/store'
import { hashToken, randomToken } from '#server/platform/tokens'

const formerBeside = statement('leaving-others-before', {
  takes: { user: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: `with words as (
      select review_id, user_id, guest_id from comments
      union all select c.review_id, p.user_id, p.guest_id from replies p join comments c on c.id = p.comment_id
    )
    select distinct g.name from words own join words other on other.review_id = own.review_id
      join guests g on g.id = other.guest_id and g.is_former
    where own.user_id = {user}::uuid`,
})

/** Numbered if others in the same reviews have left before: "Deleted account 2". */
async function nameBeside(tx: Transaction, user: string): Promise<string> {
  const numbers = (await formerBeside.rows(tx, { user })).map(({ name }) =>
    Number(/\d+$/.exec(name)?.[0] ?? 1),
  )
  return numbers.length === 0 ? formerName : `${formerName} ${Math.max(...numbers) + 1}`
}

/** The guest, without a token, who gets what others keep of the user's. */
export async function insertFormerGuest(tx: Transaction, user: string): Promise<DeletedAccount> {
  const account = { user, guest: uuid(), name: await nameBeside(tx, user) }
  const tokenHash = hashToken(randomToken())
  await tx.insert(guests).values({ id: account.guest, name: account.name, tokenHash, isFormer: true })
  return account
}

// Without an owner, a claimed guest would become active again: their tokens must stop working.
const leaveGuests = statement('leaving-guests', {
  takes: { user: 'uuid', name: 'text' },
  text: `update guests set name = {name}::text, email = null, is_former = true, token_hash = sha256(uuid_send(gen_random_uuid()))
    where claimed_by = {user}::uuid`,
})

export async function deleteUser(tx: Transaction, { user, name }: DeletedAccount, email: string) {
  await leaveGuests.count(tx, { user, name })
  await tx.delete(users).where(eq(users.id, user))
  await tx.delete(loginCodes).where(eq(loginCodes.email, email))
  await deleteKeysOf(tx, user)
}
