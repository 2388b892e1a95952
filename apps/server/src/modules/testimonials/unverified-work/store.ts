import { statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const moved = statement('earlier-move-testimonial', {
  takes: moveTakes,
  text: `update testimonials set user_id = {to}::uuid where user_id = {from}::uuid and ${isMeant('from')}
    and not exists (select 1 from testimonials o where o.user_id = {to}::uuid)`,
})

export const unverifiedTestimonial: UnverifiedPart = {
  move: async (tx, move) => void (await moved.count(tx, move)),
}
