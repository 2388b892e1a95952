import { expect, test } from 'vitest'
import { decideWriting, type Standing } from '#server/modules/messages/policy'

const stranger: Standing = {
  isThere: true,
  isConnected: false,
  areFellows: false,
  hasProfile: true,
  isOpenToMessages: true,
  writerHasProfile: true,
}
const closed = { ...stranger, isOpenToMessages: false }
const waiting = (requestBy: string) => ({ isOpen: false, requestBy })
const open = { isOpen: true, requestBy: null }
const silent = { isOpen: false, requestBy: null }

test.each([
  ['connections write freely', { ...closed, isConnected: true }, null, 'OPEN'],
  ['a connection need not wait for an answer', { ...closed, isConnected: true }, waiting('me'), 'OPEN'],
  ['fellow members write freely', { ...closed, areFellows: true }, null, 'OPEN'],
  ['and need not wait for an answer', { ...closed, areFellows: true }, waiting('me'), 'OPEN'],
  [
    'fellow members need no profile',
    { ...closed, areFellows: true, hasProfile: false, writerHasProfile: false },
    null,
    'OPEN',
  ],
  ['someone open to messages gets a request', stranger, null, 'REQUEST'],
  ['but only by somebody with a profile', { ...stranger, writerHasProfile: false }, null, 'NEEDS_PROFILE'],
  ['someone not open to messages gets none', closed, null, 'CLOSED'],
  ['somebody without a profile is not there', { ...closed, hasProfile: false }, null, 'HIDDEN'],
  ['nobody is not there', { ...stranger, isThere: false }, null, 'HIDDEN'],
  ['nor is somebody who left an open conversation', { ...stranger, isThere: false }, open, 'HIDDEN'],
  ['a request is one message', stranger, waiting('me'), 'WAITING'],
  ['an answer opens the conversation', closed, waiting('them'), 'ANSWER'],
  ['what was opened stays open', closed, open, 'OPEN'],
  ['who is a connection no more asks again', stranger, silent, 'REQUEST'],
  ['where the other takes requests', closed, silent, 'CLOSED'],
] as const)('%s', (_what, standing, agreed, verdict) => {
  expect(decideWriting(standing, agreed, 'me')).toBe(verdict)
})
