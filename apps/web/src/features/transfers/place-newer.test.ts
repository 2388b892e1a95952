import { deleteFile, duplicateFile } from '@wingmark/contract/files'
import { createTransfer, deleteTransfer } from '@wingmark/contract/transfers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { placeNewer, removePlaced } from '#web/features/transfers/queries'
import { ApiError, networkError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'
import { orTakeBack } from '#web/lib/or-take-back'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const newer = { file: 'current', name: 'logo.png', version: 3 }
const refused = new ApiError({ status: 404, code: 'NOT_FOUND', message: 'This folder no longer exists.' })

/** What was removed meanwhile; the folder takes the copy unless `failure` says otherwise. */
function answering(failure?: Error) {
  const removed: unknown[] = []
  const stop = answerLocally(async (route, { params, body }) => {
    if (route === duplicateFile) return { result: { _id: `copy of ${(params as { id: string }).id}` } }
    if (route === createTransfer && failure) throw failure
    if (route === createTransfer) return { result: { _id: `transfer of ${(body as { file: string }).file}` } }
    if (route === deleteFile || route === deleteTransfer) removed.push((params as { id: string }).id)
    return {}
  })
  onTestFinished(stop)
  return removed
}

test('a version that its folder refuses leaves no copy', async () => {
  const removed = answering(refused)
  await expect(placeNewer(newer, 'folder')).rejects.toBe(refused)
  expect(removed).toEqual(['copy of current'])
})

test('without an answer the copy stays: it may be in its folder', async () => {
  const removed = answering(networkError())
  await expect(placeNewer(newer, null)).rejects.toMatchObject({ status: 0 })
  expect(removed).toEqual([])
})

test('a version that cannot be sent instead leaves nothing in transfers', async () => {
  const removed = answering()
  const placed = await placeNewer(newer, null)
  const sending = orTakeBack(Promise.reject(refused), () => removePlaced(placed))
  await expect(sending).rejects.toBe(refused)
  expect(removed).toEqual(['transfer of copy of current'])
  expect(await orTakeBack(Promise.resolve('sent'), () => removePlaced(placed))).toBe('sent')
  expect(removed).toHaveLength(1)
})
