import type { Testimonial } from '@wingmark/contract/testimonials'
import type { Actor } from '#server/http/actor'
import { isAuthor } from '#server/modules/testimonials/policy'
import type { TestimonialRow } from '#server/modules/testimonials/store'

export function presentTestimonial(row: TestimonialRow, actor: Actor): Testimonial {
  const isOwn = isAuthor(actor, row)
  const isShown = row.hiddenReason === null || isOwn
  return {
    _id: row.id,
    rating: isShown ? row.rating : null,
    text: isShown ? row.text : null,
    author: {
      _id: row.userId,
      name: row.name,
      avatar: row.avatar,
      designation: isShown ? row.designation : null,
      company: isShown ? row.company : null,
    },
    hiddenReason: row.hiddenReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: { edit: isOwn, delete: isOwn && row.hiddenReason === null },
  }
}
