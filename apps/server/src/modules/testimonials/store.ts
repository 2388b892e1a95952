import { and, count, desc, eq, isNull, not, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable } from '#server/db/client'
import { testimonials } from '#server/db/tables/testimonials'
import { selectPeople } from '#server/modules/users/service'

const columns = {
  id: testimonials.id,
  userId: testimonials.userId,
  rating: testimonials.rating,
  text: testimonials.text,
  designation: testimonials.designation,
  company: testimonials.company,
  hiddenReason: testimonials.hiddenReason,
  createdAt: testimonials.createdAt,
  updatedAt: testimonials.updatedAt,
}

const select = (db: Queryable, people = selectPeople(db)) =>
  db
    .select({ ...columns, name: people.name, avatar: people.avatar })
    .from(testimonials)
    .innerJoin(people, eq(people.id, testimonials.userId))

export type TestimonialRow = Awaited<ReturnType<typeof select>>[number]
type NewTestimonial = typeof testimonials.$inferInsert
export type TestimonialChange = Partial<Pick<NewTestimonial, 'rating' | 'text' | 'designation' | 'company'>>

/** Newest first, without those of suspended accounts; ids follow time. */
export async function listTestimonials(
  db: Database,
  paging: { limit: number; offset: number },
): Promise<{ rows: TestimonialRow[]; total: number }> {
  const people = selectPeople(db.orm)
  const isShown = not(people.isResting)
  const [rows, [counted]] = await Promise.all([
    select(db.orm, people)
      .where(isShown)
      .orderBy(desc(testimonials.id))
      .limit(paging.limit)
      .offset(paging.offset),
    db.orm
      .select({ total: count() })
      .from(testimonials)
      .innerJoin(people, eq(people.id, testimonials.userId))
      .where(isShown),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function findTestimonial(db: Queryable, id: string): Promise<TestimonialRow | null> {
  const [row] = await select(db).where(eq(testimonials.id, id))
  return row ?? null
}

export async function findTestimonialOf(db: Queryable, userId: string): Promise<TestimonialRow | null> {
  const [row] = await select(db).where(eq(testimonials.userId, userId))
  return row ?? null
}

/** False if the person already has one. */
export async function insertTestimonial(db: Queryable, row: NewTestimonial): Promise<boolean> {
  const made = await db
    .insert(testimonials)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: testimonials.id })
  return made.length > 0
}

export async function changeTestimonial(db: Queryable, id: string, change: TestimonialChange): Promise<void> {
  await db
    .update(testimonials)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(testimonials.id, id))
}

/** False if hidden or gone. */
export async function removeTestimonial(db: Queryable, id: string): Promise<boolean> {
  const gone = await db
    .delete(testimonials)
    .where(and(eq(testimonials.id, id), isNull(testimonials.hiddenReason)))
    .returning({ id: testimonials.id })
  return gone.length > 0
}

/** Null shows it again. Returns whether the address has one. */
export async function hideTestimonialOf(
  db: Queryable,
  email: string,
  reason: string | null,
): Promise<boolean> {
  const people = selectPeople(db)
  const author = db.select({ id: people.id }).from(people).where(eq(people.email, email))
  const changed = await db
    .update(testimonials)
    .set({ hiddenReason: reason, hiddenAt: reason === null ? null : sql`now()` })
    .where(eq(testimonials.userId, author))
    .returning({ id: testimonials.id })
  return changed.length > 0
}

export const exportTestimonial = exportedItems(
  'testimonial',
  `select id, json_build_object('rating', rating, 'text', text, 'designation', designation, 'company', company,
        'hiddenReason', hidden_reason, 'createdAt', created_at, 'updatedAt', updated_at) as item
     from testimonials where user_id = {owner}::uuid and id > {after}::uuid order by id`,
)
