import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { insertNotifications } from '#server/modules/notifications/sql'
import type { PlanNews } from '#server/modules/subscriptions/policy'
import { people } from '#server/modules/users/sql'

const news = statement('notify-of-plan', {
  takes: { user: 'uuid', action: 'text', title: 'text' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `${insertNotifications({
    user: '{user}::uuid',
    action: '{action}::text',
    title: '{title}::text',
    by: `'Wingmark'`,
    person: '{user}::uuid',
  })} returning id`,
})

export const insertNews = async (
  tx: Queryable,
  notified: { user: string; action: PlanNews; title: string },
) => (await news.first(tx, notified))?.id ?? ''

const wanting = statement('plan-news-reader', {
  takes: { user: 'uuid' },
  gives: row<{ email: string }>({ email: 'text' }),
  text: `select u.email from ${people} u where u.id = {user}::uuid and 'PLANS' = any(u.mail_areas)`,
})

/** Null for users who want no emails about plans. */
export const findAddress = async (db: Queryable, user: string): Promise<string | null> =>
  (await wanting.first(db, { user }))?.email ?? null
