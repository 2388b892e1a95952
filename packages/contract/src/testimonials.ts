import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { isBlank } from './is-blank.ts'
import { testimonialMax, testimonialMin, testimonialsPageSize, workFieldMax } from './limits.ts'
import { Done, one, page, sizedPageQuery } from './paging.ts'
import { route } from './route.ts'
import { line, storable } from './text.ts'

/** On screen: a customer review; the noun *review* means designs here. */
export const Testimonial = z.object({
  _id: Id,
  /** Null, as the words are, where the server's operator hid it. */
  rating: z.int().min(1).max(5).nullable(),
  text: z.string().nullable(),
  author: z.object({
    _id: Id,
    name: z.string(),
    avatar: z.string().nullable(),
    designation: z.string().nullable(),
    company: z.string().nullable(),
  }),
  /** Why it was hidden; shown instead. */
  hiddenReason: z.string().nullable(),
  createdAt: Time,
  updatedAt: Time,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Testimonial = z.infer<typeof Testimonial>

const ratingMessage = 'Choose one to five stars.'
const lengthMessage = `Write between ${testimonialMin} and ${testimonialMax} characters.`

const rating = z
  .int({ error: ratingMessage })
  .min(1, { error: ratingMessage })
  .max(5, { error: ratingMessage })

const length = (value: string) => [...value].length
const words = z
  .string({ error: lengthMessage })
  .max(testimonialMax * 4, { error: lengthMessage })
  .transform((value) => storable(value).replaceAll('\r\n', '\n').trim())
  .refine((value) => !isBlank(value) && length(value) >= testimonialMin && length(value) <= testimonialMax, {
    error: lengthMessage,
  })

const workField = (name: string) =>
  line({
    max: workFieldMax,
    required: `${name} is required`,
    tooLong: `At most ${workFieldMax} characters.`,
  })
    .nullable()
    .optional()

const written = z.object({
  rating,
  text: words,
  designation: workField('Designation'),
  company: workField('Company'),
})

export const listTestimonials = route({
  method: 'GET',
  path: '/testimonial/api/v1',
  access: 'anyone',
  summary: 'Customer reviews, newest first',
  query: sizedPageQuery(),
  reply: page(Testimonial),
})

export const getOwnTestimonial = route({
  method: 'GET',
  path: '/testimonial/api/v1/user',
  access: 'user',
  summary: 'The customer review of the caller, and whether they may write one',
  reply: one(z.object({ testimonial: Testimonial.nullable(), mayWrite: z.boolean() })),
})

/** For anyone who published a review in which someone else commented; one per person. */
export const createTestimonial = route({
  method: 'POST',
  path: '/testimonial/api/v1',
  access: 'user',
  status: 201,
  summary: 'Write a customer review',
  body: written,
  reply: one(Testimonial),
})

export const updateTestimonial = route({
  method: 'PATCH',
  path: '/testimonial/api/v1/:id',
  access: 'user',
  summary: 'Edit your own customer review',
  params: IdParams,
  body: written.partial(),
  reply: one(Testimonial),
})

export const deleteTestimonial = route({
  method: 'DELETE',
  path: '/testimonial/api/v1/:id',
  access: 'user',
  summary: 'Delete your own customer review',
  params: IdParams,
  reply: Done,
})

/** The first page, for the home page. */
export const homeTestimonials = { page: 1, size: testimonialsPageSize }
