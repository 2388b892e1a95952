import { z } from 'zod'
import { Connection, PersonCard } from './connections.ts'
import { Id, Time } from './ids.ts'
import { connectionsPageSize, workShown } from './limits.ts'
import { list, one, page, pageQuery, searchWord, sortOrder } from './paging.ts'
import { route } from './route.ts'
import { skillKey } from './skills.ts'
import { storable } from './text.ts'

const listOf = (value: unknown): unknown =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The relation between the caller and them, where there is one. */
const Relation = Connection.pick({ _id: true, status: true, direction: true })

/** One of someone's public reviews, as their card shows it. */
const Work = z.object({ _id: Id, name: z.string(), coverUrl: z.string() })

export const FoundPerson = PersonCard.extend({
  connection: Relation.nullable(),
  /** The newest that have previews. */
  work: z.array(Work).max(workShown),
  can: z.object({ connect: z.boolean() }),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const discoverPeople = route({
  method: 'GET',
  path: '/connection/api/v1/profile',
  access: 'user',
  summary: 'Find people by words and skills; for callers with a profile',
  errors: ['FORBIDDEN'],
  query: pageQuery(connectionsPageSize).extend({
    search: searchWord(),
    /** Repeatable; all must match. */
    skill: z
      .preprocess(
        listOf,
        z
          .array(z.string().max(200))
          .max(10, { error: 'At most 10 skills.' })
          .transform((skills) =>
            skills.map((skill) => skillKey(storable(skill))).filter((key) => key !== ''),
          ),
      )
      .optional(),
    /** Without a word `-activeAt` is the default, with one `relevance`. */
    sort: sortOrder(['relevance', '-activeAt', '-createdAt', 'name']),
  }),
  reply: page(FoundPerson),
})

export const proposeSkills = route({
  method: 'GET',
  path: '/connection/api/v1/skills',
  access: 'user',
  summary: 'The ten most used skills with this beginning',
  query: z.object({ search: searchWord() }),
  reply: list(z.string()),
})

export const Person = PersonCard.extend({
  experience: z.string(),
  /** For accepted connections, where its owner allows it, and for its owner. */
  email: z.string().nullable(),
  isPublic: z.boolean(),
  createdAt: Time,
  isSelf: z.boolean(),
  connection: Connection.nullable(),
  can: z.object({
    connect: z.boolean(),
    message: z.boolean(),
    block: z.boolean(),
    report: z.boolean(),
    edit: z.boolean(),
  }),
})
export type Person = z.infer<typeof Person>

export const getPerson = route({
  method: 'GET',
  path: '/connection/api/v1/user/:id',
  access: 'anyone',
  summary:
    'Someone’s profile by id or username, and their connection to the caller; no sign-in needed if public',
  params: z.object({
    id: z
      .string()
      .min(1)
      .max(100)
      .refine((id) => !id.includes('\u0000')),
  }),
  reply: one(Person),
})
