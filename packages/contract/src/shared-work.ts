import { z } from 'zod'
import { Id } from './ids.ts'

/** A workspace or review that someone owns and others are members of. */
export const SharedWork = z.object({
  subject: z.object({ kind: z.enum(['REVIEW', 'WORKSPACE']), _id: Id }),
  name: z.string(),
  /** All but the owner; it can be given to any of them. */
  members: z.array(z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })),
})
export type SharedWork = z.infer<typeof SharedWork>

const nothingChosen = 'Choose what happens to it: handOverTo a member, or delete.'

/** What happens to one of them when its owner's account is deleted. */
export const SharedWorkChoice = z
  .object({
    workspace: Id.optional(),
    review: Id.optional(),
    handOverTo: Id.optional(),
    delete: z.literal(true, { error: nothingChosen }).optional(),
  })
  .refine(({ workspace, review }) => (workspace === undefined) !== (review === undefined), {
    error: 'Name a workspace or a review.',
  })
  .refine((one) => (one.handOverTo === undefined) !== (one.delete === undefined), { error: nothingChosen })
export type SharedWorkChoice = z.infer<typeof SharedWorkChoice>
