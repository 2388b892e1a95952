import { screen, waitFor } from '@testing-library/dom'
import { listSharedWork } from '@wingmark/contract/account-deletion'
import { changeEmail, getFormerEmail, takeBackEmail } from '@wingmark/contract/change-email'
import { confirmEmail, sendConfirmation } from '@wingmark/contract/confirm-email'
import { listMyReviews } from '@wingmark/contract/reviews'
import {
  answerUnverifiedWork,
  deleteAccount,
  forgetPassword,
  getProfile,
  getSignInOptions,
  login,
  register,
  resetPassword,
  sendLoginCode,
  verifyLoginCode,
} from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { answer, refuse, sentTo } from './answers.ts'
import {
  address,
  button,
  dialog,
  field,
  fill,
  gone,
  heading,
  leftFor,
  openScreen,
  shownAfter,
  text,
} from './open-screen.ts'
import { accountOf, idOf, wholePage } from './samples.ts'
import { openSettings } from './settings.ts'

const session = { accessToken: 'a-token', deviceToken: 'a-device', user: accountOf().user }
const work = { reviews: 1, files: 1, words: 0, workspaces: 0, deliveries: 0, people: 0, profiles: 0 }

test('the code of an email that was opened confirms the address', async () => {
  const user = await openSettings({ settings: { isEmailConfirmed: false } }, '?code=123456')
  const code = await field('Code from our email')
  await expectAccessible()
  expect(code.value).toBe('123456')
  answer(sendConfirmation, { result: { email: 'ada@example.com' } })
  await user.click(await button('Send new code'))
  await text('New code sent')
  refuse(confirmEmail, 'INVALID_FIELDS', { errors: { code: 'Wrong code. Check it and try again.' } })
  const confirm = await button('Confirm')
  await gone(await shownAfter(() => user.click(confirm), 'Wrong code. Check it and try again.'))
  answer(confirmEmail, { result: { email: 'ada@example.com' } })
  answer(getProfile, { result: accountOf() })
  await user.click(confirm)
  await text('Address confirmed')
  await gone(code)
  expect(sentTo(confirmEmail).at(-1)?.body).toEqual({ code: '123456' })
})

test('an address is changed with the password, then with the code that went there', async () => {
  const user = await openSettings()
  await user.click(await button('Change email'))
  await fill(user, await field('New email'), 'ada@new.example')
  await fill(user, await field('Your password'), 'correct horse battery')
  await expectAccessible()
  refuse(changeEmail, 'EMAIL_TAKEN', { errors: { email: 'An account with this email already exists.' } })
  const send = await button('Send code')
  await shownAfter(() => user.click(send), 'An account with this email already exists.')
  answer(changeEmail, { result: { email: 'ada@new.example', isChanged: false } })
  await user.click(send)
  await fill(user, await field('Code from the email to ada@new.example'), '12')
  const change = await button('Change email')
  await gone(await shownAfter(() => user.click(change), 'OTP must be at least 4 characters'))
  await fill(user, await field('Code from the email to ada@new.example'), '123 456')
  answer(changeEmail, { result: { email: 'ada@new.example', isChanged: true } })
  answer(getProfile, { result: accountOf({ user: { email: 'ada@new.example' } }) })
  await user.click(change)
  await text('Your address is now ada@new.example.')
  await text('ada@new.example')
})

test('a former address takes the account back, and says where to go on', async () => {
  answer(getFormerEmail, { result: { email: 'old@example.com', until: '2026-03-09T09:00:00.000Z' } })
  answer(takeBackEmail, { result: { email: 'old@example.com' } })
  answer(forgetPassword, { result: { accepted: true } })
  const user = await openScreen('/auth/take-back?token=a-token', 'visitor')
  await text('old@example.com')
  await expectAccessible()
  expect(sentTo(takeBackEmail)).toEqual([])
  await user.click(await button(/^(Take|Recover) my account/))
  await user.click(await screen.findByRole('link', { name: 'Set new password' }))
  expect((await field('Email')).value).toBe('old@example.com')
  await user.click(await button(/link/))
  await text(/If there’s an account for/)
})

test.each(['/auth/take-back', '/auth/reset-password?token=short'])(
  '%s without a token says so',
  async (path) => {
    await openScreen(path, 'visitor')
    await text(/This (reset )?link is (no longer valid|invalid or has expired)\./)
  },
)

test('a used or invalid reset link says so', async () => {
  refuse(resetPassword, 'INVALID_FIELDS', { errors: { token: 'This reset link is invalid or has expired.' } })
  const user = await openScreen('/auth/reset-password?token=made-up-made-up', 'visitor')
  await fill(user, await field('New password'), 'another horse battery')
  await fill(user, await field(/^Repeat (new )?password$/), 'something else')
  const set = await button('Set password')
  await gone(await shownAfter(() => user.click(set), "Passwords don't match"))
  await fill(user, await field(/^Repeat (new )?password$/), 'another horse battery')
  await user.click(set)
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe('This reset link is invalid or has expired.')
})

test('an account is deleted once each shared thing has a new owner, or goes', async () => {
  const shared = (number: number, name: string) => ({
    subject: { kind: 'WORKSPACE' as const, _id: idOf(number) },
    name,
    members: [{ _id: idOf(2), name: 'Grace Hopper', avatar: null }],
  })
  const user = await openSettings()
  answer(listSharedWork, { results: [shared(60, 'Studio Nord'), shared(61, 'Old stand')] })
  await user.click(await button('Delete account'))
  const question = await dialog('Delete your account?')
  const nord = await field('Studio Nord', question)
  expect(nord.value).toBe('')
  await user.selectOptions(nord, 'Transfer to Grace Hopper')
  await fill(user, await field('Your password', question), 'correct horse battery')
  await user.click(await button('Delete account for good', question))
  const open = await text('Choose what should happen to it.', question)
  await expectAccessible()
  expect(sentTo(deleteAccount)).toEqual([])
  await user.selectOptions(await field('Old stand', question), 'Delete for everyone')
  await gone(open)
  refuse(deleteAccount, 'INVALID_FIELDS', { errors: { password: 'Wrong password.' } })
  const remove = await button('Delete account for good', question)
  await gone(await shownAfter(() => user.click(remove), 'Wrong password.', question))
  answer(deleteAccount, { result: { _id: idOf(1) } })
  await user.click(remove)
  await waitFor(() => expect(leftFor()).toEqual(['/']))
  expect(sentTo(deleteAccount).at(-1)?.body).toEqual({
    password: 'correct horse battery',
    choices: [
      { workspace: idOf(60), handOverTo: idOf(2) },
      { workspace: idOf(61), delete: true },
    ],
  })
})

test('an account without a password is deleted with a code', async () => {
  const user = await openSettings({ settings: { signsInWith: ['GOOGLE'] } })
  answer(listSharedWork, { results: [] })
  answer(sendLoginCode, { result: { accepted: true } })
  answer(deleteAccount, { result: { _id: idOf(1) } })
  await user.click(await button('Delete account'))
  const question = await dialog('Delete your account?')
  await user.click(await button('Email me a code', question))
  await text('Code sent')
  await fill(user, await field('Code from the email to ada@example.com', question), '123456')
  await user.click(await button('Delete account for good', question))
  await waitFor(() => expect(leftFor()).toEqual(['/']))
  expect(sentTo(deleteAccount)).toMatchObject([{ body: { otp: '123456', choices: [] } }])
})

test('the first to verify an address is asked about what is in the account, and Escape is no answer', async () => {
  const earlier = { ...work, state: 'ASKED' as const, undoUntil: null, links: ['Poster'] }
  answer(getProfile, { result: accountOf({ settings: { earlier } }) })
  answer(listMyReviews, wholePage([]))
  const user = await openScreen('/reviews')
  const question = await dialog('Is this yours?')
  expect(question.textContent).toContain('1 review and 1 file')
  expect(question.textContent).toContain('“Poster”')
  await waitFor(async () => expect(document.activeElement).toBe(await button('Keep', question)))
  await expectAccessible()
  await user.keyboard('{Escape}')
  answer(answerUnverifiedWork, { result: accountOf() })
  answer(getProfile, { result: accountOf() })
  await user.click(await button('Remove', question))
  await gone(question)
  expect(sentTo(answerUnverifiedWork)).toMatchObject([{ body: { answer: 'REMOVE' } }])
})

test('what was removed then is restored in the settings', async () => {
  const earlier = {
    ...work,
    state: 'REMOVED' as const,
    undoUntil: '2026-04-01T09:00:00.000Z',
    links: [],
  }
  const user = await openSettings({ settings: { earlier } })
  answer(answerUnverifiedWork, { result: accountOf() })
  const restore = await button('Restore')
  await expectAccessible()
  answer(getProfile, { result: accountOf() })
  await user.click(restore)
  await gone(restore)
  expect(sentTo(answerUnverifiedWork)).toMatchObject([{ body: { answer: 'UNDO' } }])
})

test('a new account needs the same password twice, and an address of its own', async () => {
  answer(getSignInOptions, { result: { googleClientId: null } })
  const user = await openScreen('/auth/register', 'visitor')
  await fill(user, await field('Name'), 'Ada Lovelace')
  await fill(user, await field('Email'), 'ada@example.com')
  await fill(user, await field('Password'), 'correct horse battery')
  await fill(user, await field('Repeat password'), 'something else')
  const create = () => user.click(screen.getByRole('button', { name: 'Create account' }))
  await gone(await shownAfter(create, "Passwords don't match"))
  await fill(user, await field('Repeat password'), 'correct horse battery')
  refuse(register, 'EMAIL_TAKEN', { errors: { email: 'An account with this email already exists.' } })
  await shownAfter(create, 'An account with this email already exists.')
  answer(register, { result: session })
  sessionStorage.setItem('wingmark.wanted-path', '/reviews')
  answer(listMyReviews, wholePage([]))
  await create()
  await waitFor(() => expect(address()).toBe('/reviews'))
})

test('after many guesses only a code signs in, until another address is typed', async () => {
  answer(getSignInOptions, { result: { googleClientId: null } })
  const user = await openScreen('/auth/signin', 'visitor')
  const askForCode = await button('Email me a code')
  await gone(await shownAfter(() => user.click(askForCode), 'Invalid email address'))
  await fill(user, await field('Email'), 'ada@example.com')
  const password = await field('Password')
  await fill(user, password, 'short')
  const signIn = await button('Sign in')
  await gone(await shownAfter(() => user.click(signIn), 'Password must be at least 8 characters'))
  await fill(user, password, 'wrong battery')
  refuse(login, 'INVALID_CREDENTIALS')
  await user.click(signIn)
  await text('Invalid email or password.')
  refuse(login, 'CODE_NEEDED')
  await user.click(signIn)
  await text('Sign in with a code sent to your email.')
  await gone(password)
  await waitFor(async () => expect(document.activeElement).toBe(await button('Email me a code')))
  await fill(user, await field('Email'), 'else@example.com')
  await field('Password')
})

test('a code signs in, and one that replaced the password asks for a new one', async () => {
  answer(getSignInOptions, { result: { googleClientId: null } })
  answer(sendLoginCode, { result: { accepted: true } })
  answer(listMyReviews, wholePage([]))
  sessionStorage.setItem('wingmark.wanted-path', '/reviews')
  const user = await openScreen('/auth/signin', 'visitor')
  await fill(user, await field('Email'), 'ada@example.com')
  await user.click(await button('Email me a code'))
  await heading('Enter the code')
  refuse(verifyLoginCode, 'INVALID_FIELDS', { errors: { otp: 'Wrong code. Check it and try again.' } })
  await shownAfter(() => user.keyboard('654321'), 'Wrong code. Check it and try again.')
  answer(verifyLoginCode, { result: { ...session, newPasswordToken: 'a-password-token' } })
  await user.keyboard('123456')
  const question = await dialog('Set a new password')
  expect(address()).toBe('/reviews')
  await expectAccessible()
  await fill(user, await field('New password', question), 'an entirely new one')
  await fill(user, await field('Repeat new password', question), 'an entirely new one')
  answer(resetPassword, { result: { accepted: true } })
  await user.click(await button('Set password', question))
  await text('Password set')
  expect(sentTo(resetPassword)).toMatchObject([{ body: { token: 'a-password-token', keepSession: true } }])
})
