/**
 * The same files with Directus, only when named: DIRECTUS_URL of a running one, DIRECTUS_LOGIN for `/auth/login` as
 * JSON. See README.md.
 */
import { getFile, uploadFile } from '@wingmark/contract/files'
import { maxFileBytes } from '@wingmark/contract/limits'
import { tusPath } from '@wingmark/contract/tus'
import { finish, report } from './report.ts'
import { download } from './support/download.ts'
import { formOf } from './support/form.ts'
import { inRounds } from './support/in-rounds.ts'
import { openConnections } from './support/kept-connections.ts'
import { type LargeBody, largePng, send } from './support/large-png.ts'
import { photo } from './support/picture.ts'
import { sendTus } from './support/send-tus.ts'
import { timed, type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 5
const pictures = 20
const downloadBytes = 200_000_000

type Sides = { ours: () => Promise<number>; directus: () => Promise<number> }

async function compare(sides: Sides, times = rounds) {
  const { ours, directus: peer } = await inRounds(times, sides)
  return { ours, peer }
}

async function logIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: process.env['DIRECTUS_LOGIN'] ?? '',
  })
  if (!answer.ok) throw new Error(`DIRECTUS_LOGIN: ${answer.status} ${await answer.text()}`)
  return (await answer.json()).data.access_token
}

async function measure({ ours, authorization, untilDone, forget }: Uploading): Promise<boolean[]> {
  const directus = process.env['DIRECTUS_URL'] ?? ''
  if (directus === '') throw new Error('Start a Directus, and say in DIRECTUS_URL where it is')
  const token = await logIn(directus)
  const metadata = ['filename_download large.png', 'type image/png']
    .map((pair) => pair.split(' '))
    .map(([key, value = '']) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

  const rates = (body: LargeBody, count: number) =>
    compare({
      ours: async () => {
        const target = { origin: ours.origin, path: tusPath, headers: { authorization } }
        const all = () => Promise.all(Array.from({ length: count }, () => sendTus(target, body)))
        const { rate, result } = await timed(count * body.contentLength, all)
        await forget(result.map((headers) => String(headers['x-file-id'])))
        return rate
      },
      directus: async () => {
        const headers = { authorization: `Bearer ${token}` }
        const target = { origin: directus, path: '/files/tus', headers, metadata }
        const all = () => Promise.all(Array.from({ length: count }, () => sendTus(target, body)))
        return (await timed(count * body.contentLength, all)).rate
      },
    })

  const form = formOf(await photo(4032, 3024, 'Frame', 97), 'photo.jpg')
  const takers = { ours: openConnections(ours.origin), directus: openConnections(directus) }
  const acknowledged = async (name: keyof typeof takers, path: string, as: string) => {
    await untilDone()
    const from = performance.now()
    await takers[name].ask({ method: 'POST', path, token: as, ...form })
    return performance.now() - from
  }
  const picture = await compare(
    {
      ours: () => acknowledged('ours', uploadFile.path, authorization.replace('Bearer ', '')),
      directus: () => acknowledged('directus', '/files', token),
    },
    pictures,
  )
  for (const connections of Object.values(takers)) connections.close()

  const large = largePng(downloadBytes)
  const mine = await sendTus({ origin: ours.origin, path: tusPath, headers: { authorization } }, large)
  const path = getFile.path.replace(':id', String(mine['x-file-id']))
  const notified = await send({ method: 'GET', url: ours.origin + path, headers: { authorization } })
  const theirs = await sendTus(
    { origin: directus, path: '/files/tus', headers: { authorization: `Bearer ${token}` }, metadata },
    large,
  )
  await untilDone()
  const asset = `${directus}/assets/${theirs['directus-file-id']}?access_token=${token}`
  const downloads = await compare({
    ours: () => download(JSON.parse(notified.text).result.url, downloadBytes),
    directus: () => download(asset, downloadBytes),
  })

  const ahead = { limit: { atLeast: 1 }, unit: 'MB/s' }
  return [
    report({ what: '500 MB by tus, beside Directus', ...(await rates(largePng(maxFileBytes), 1)), ...ahead }),
    report({ what: '8 × 60 MB by tus at once', ...(await rates(largePng(60_000_000), 8)), ...ahead }),
    report({ what: 'a picture of 4 MB acknowledged', ...picture, unit: 'ms', limit: { atMost: 1 } }),
    report({ what: 'a 200 MB original downloaded', ...downloads, ...ahead }),
  ]
}

finish(await whileUploading(measure))
