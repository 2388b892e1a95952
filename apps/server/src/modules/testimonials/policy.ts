import type { Actor } from '#server/http/actor'

export const isAuthor = (actor: Actor, testimonial: { userId: string }): boolean =>
  actor.kind === 'user' && actor.id === testimonial.userId
