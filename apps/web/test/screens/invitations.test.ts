import { screen, waitFor } from '@testing-library/dom'
import { getInvitation, respondInvitation } from '@wingmark/contract/invitations'
import { getReview, listMyReviews } from '@wingmark/contract/reviews'
import type { RouteReply } from '@wingmark/contract/route'
import { getSignInOptions, getUserInvitation, logout } from '@wingmark/contract/users'
import { getWorkspaceInvitation, respondWorkspaceInvitation } from '@wingmark/contract/workspace-people'
import { expect, test } from 'vitest'
import { answer, refuse, sentTo } from './answers.ts'
import { address, button, field, heading, leftFor, openScreen, text } from './open-screen.ts'
import { idOf, wholePage } from './samples.ts'

const link = (name: string | RegExp) => screen.findByRole('link', { name })
const wantedPath = () => sessionStorage.getItem('wingmark.wanted-path')

const about = {
  invitedBy: { name: 'Grace Hopper' },
  role: 'COMMENTER' as const,
  email: 'ada@example.com',
  hasAccount: true,
  isForCaller: true,
  expiresAt: '2026-03-16T09:00:00.000Z',
  joined: null,
}
const invitation: RouteReply<typeof getInvitation>['result'] = {
  review: { name: 'Jazz posters', fileCount: 3 },
  ...about,
}

test('an accepted invitation opens its review', async () => {
  answer(getInvitation, { result: invitation })
  answer(respondInvitation, { result: { response: 'ACCEPT', review: idOf(30) } })
  answer(listMyReviews, wholePage([]))
  refuse(getReview, 'NOT_FOUND')
  const user = await openScreen('/invite/review?token=a-token')
  await heading('You’re invited to a review')
  await text(/Grace Hopper.* would like your eyes on this/)
  await text('You’ll be able to see the designs and comment on them.')
  await user.click(await button('Accept'))
  await waitFor(() => expect(address()).toBe(`/reviews/${idOf(30)}`))
  expect(sentTo(respondInvitation)).toMatchObject([{ body: { token: 'a-token', response: 'ACCEPT' } }])
})

test('declining says that nothing was shared', async () => {
  answer(getInvitation, { result: invitation })
  answer(respondInvitation, { result: { response: 'DECLINE', review: null } })
  const user = await openScreen(`/invite/review?reviewId=${idOf(30)}`)
  await user.click(await button('Decline'))
  await heading('You’ve declined')
  expect(sentTo(respondInvitation)).toMatchObject([{ body: { review: idOf(30), response: 'DECLINE' } }])
})

test('an invitation that was answered before opens what was joined', async () => {
  answer(getInvitation, { result: { ...invitation, joined: idOf(30) } })
  refuse(getReview, 'NOT_FOUND')
  await openScreen('/invite/review?token=a-token')
  await waitFor(() => expect(address()).toBe(`/reviews/${idOf(30)}`))
})

test.each([
  ['ada', 'Go to your reviews'],
  ['visitor', /Sign in.*accepted/],
] as const)('an invitation that is over says so to %s', async (who, way) => {
  refuse(getInvitation, 'INVITATION_INVALID')
  await openScreen('/invite/review?token=a-token', who)
  await heading('This invitation is no longer valid.')
  await link(way)
})

test('an invitation withdrawn a moment ago is over as well', async () => {
  answer(getInvitation, { result: invitation })
  refuse(respondInvitation, 'INVITATION_INVALID')
  const user = await openScreen('/invite/review?token=a-token')
  await user.click(await button('Accept'))
  await heading('This invitation is no longer valid.')
})

test('a visitor signs in with the invited address filled in, and comes back', async () => {
  answer(getInvitation, { result: { ...invitation, isForCaller: false } })
  answer(getSignInOptions, { result: { googleClientId: null } })
  const user = await openScreen('/invite/review?token=a-token', 'visitor')
  await text(/The invitation is for ada@example.com. Sign in with this address/)
  await user.click(await link('Sign in'))
  await heading(/Sign in|Welcome back/)
  expect((await field('Email')).value).toBe('ada@example.com')
  expect(wantedPath()).toBe('/invite/review?token=a-token')
})

test('someone signed in with another account can only leave it', async () => {
  answer(getInvitation, { result: { ...invitation, email: 'else@example.com', isForCaller: false } })
  answer(logout, { result: { ended: 1 } })
  const user = await openScreen('/invite/review?token=a-token')
  await text(/for else@example.com, and you’re signed in as ada@example.com/)
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  await user.click(await button('Sign out and use another account'))
  await waitFor(() => expect(leftFor()).toEqual(['/invite/review?token=a-token']))
  expect(localStorage.getItem('wingmark.token')).toBeNull()
})

test('an invitation to a workspace says what its role can do', async () => {
  answer(getWorkspaceInvitation, {
    result: { workspace: { name: 'Studio Nord', memberCount: 4 }, ...about },
  })
  answer(respondWorkspaceInvitation, { result: { response: 'DECLINE', workspace: null } })
  const user = await openScreen('/invite/workspace?token=a-token')
  await heading('Studio Nord')
  await text('4 members')
  await text(/see all tasks, comment on them/)
  await user.click(await button('Decline'))
  await heading('You’ve declined')
})

test('an invitation to Wingmark leads to an account with its address', async () => {
  answer(getUserInvitation, {
    result: { invitedBy: { name: 'Grace Hopper' }, email: 'new@example.com', hasAccount: false },
  })
  answer(getSignInOptions, { result: { googleClientId: null } })
  const user = await openScreen('/invite?token=a-token', 'visitor')
  await heading(/Grace Hopper.* invited you to Wingmark/)
  await user.click(await link('Create an account'))
  expect((await field('Email')).value).toBe('new@example.com')
  expect(wantedPath()).toBeNull()
})

test('an invitation that could not be loaded is asked for again', async () => {
  refuse(getInvitation, 'SERVER_ERROR')
  const user = await openScreen('/invite/review?token=a-token')
  const again = await button('Try again')
  answer(getInvitation, { result: invitation })
  await user.click(again)
  await heading('You’re invited to a review')
})
