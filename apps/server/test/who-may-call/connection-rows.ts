import { type Rows, users } from './expectation.ts'

const missing = () => ({ params: { id: crypto.randomUUID() } })
const missingUser = () => ({ params: { userId: crypto.randomUUID() } })

const profileBody = (n: number) => ({
  name: 'Ada Example',
  email: 'ada@example.test',
  username: `ada-${n}-${crypto.randomUUID().slice(0, 8)}`,
  location: 'Utrecht',
  designation: 'Designer',
  company: 'Studio Nord',
  experience: 'Ten years of posters.',
  skills: ['Posters'],
})

export const rows: Rows = {
  'GET /connection/api/v1/profile/user': { expect: users(404) },
  'GET /connection/api/v1/username/:name': {
    expect: users(200),
    with: () => ({ params: { name: 'somebody' } }),
  },
  'POST /connection/api/v1/profile': {
    expect: users(422),
    with: () => ({ body: { ...profileBody(1), skills: [] } }),
  },
  'PATCH /connection/api/v1/profile/:id': {
    expect: users(404),
    with: () => ({ ...missing(), body: { company: 'Another' } }),
  },
  'DELETE /connection/api/v1/profile/:id': { expect: users(404), with: missing },
  // None of them has a profile; `modules/connections` covers those with one.
  'POST /connection/api/v1/user/:id': { expect: users(403), with: () => ({ ...missing(), body: {} }) },
  'GET /connection/api/v1/profile': { expect: users(403) },
  'GET /connection/api/v1/skills': { expect: users(200) },
  // Visitors see public pages.
  'GET /connection/api/v1/user/:id': { expect: users(404), with: missing },
  'GET /connection/api/v1/user': { expect: users(200) },
  'PATCH /connection/api/v1/respond/:id': {
    expect: users(404),
    with: () => ({ ...missing(), body: { response: 'ACCEPT' } }),
  },
  'DELETE /connection/api/v1/:id': { expect: users(404), with: missing },
  'POST /connection/api/v1/block/:userId': { expect: users(404), with: missingUser },
  'DELETE /connection/api/v1/block/:userId': { expect: users(404), with: missingUser },
  'GET /connection/api/v1/blocked': { expect: users(200) },
  'POST /connection/api/v1/report': {
    expect: users(404),
    with: () => ({ body: { user: crypto.randomUUID(), reason: 'SPAM' } }),
  },
}
