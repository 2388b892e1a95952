import { screen, waitFor, within } from '@testing-library/dom'
import { requestExport } from '@wingmark/contract/account-export'
import { getOwnConnectionProfile, updateConnectionProfile } from '@wingmark/contract/connection-profiles'
import { listBlocked, unblockPerson } from '@wingmark/contract/connections'
import {
  changePassword,
  endSession,
  getProfile,
  inviteUser,
  listSessions,
  logout,
  updateProfile,
} from '@wingmark/contract/users'
import { expect, test, vi } from 'vitest'
import { answer, holdBack, refuse, sentTo } from './answers.ts'
import { button, field, fill, gone, leftFor, openScreen, shownAfter, text } from './open-screen.ts'
import { accountOf, idOf, ownProfile, wholePage } from './samples.ts'
import { answerForSettings, openSettings, sessionOf } from './settings.ts'

test('a saved profile is shown as the server keeps it; what is wrong says so, and the words go by themselves', async () => {
  const user = await openSettings()
  const [name, username] = [await field('Name'), await field('Username')]
  await fill(user, name, 'A')
  await fill(user, username, 'Not a name!')
  const save = await button('Save')
  const [short] = await Promise.all([
    text('First name is required'),
    text(/^A username can have letters/),
    user.click(save),
  ])
  await gone(short)
  expect(sentTo(updateProfile)).toEqual([])
  await fill(user, name, 'Ada King')
  await fill(user, username, 'Taken')
  refuse(updateProfile, 'USERNAME_TAKEN', { errors: { username: 'This username is taken.' } })
  await gone(await shownAfter(() => user.click(save), 'This username is taken.'))
  answer(updateProfile, { result: accountOf({ user: { name: 'Ada King', username: 'taken.too' } }) })
  await fill(user, username, 'TAKEN.too')
  await user.click(save)
  await text('Profile saved')
  expect([name.value, username.value]).toEqual(['Ada King', 'taken.too'])
})

test('how often emails come is saved at once, and shown while it is on its way', async () => {
  const user = await openSettings()
  answer(updateProfile, { result: accountOf({ settings: { notify: 'DAILY' } }) })
  const arrive = holdBack(updateProfile)
  const daily = await screen.findByRole('radio', { name: 'Every day' })
  await user.click(daily)
  await waitFor(() => expect(daily).toHaveProperty('checked', true))
  arrive()
  await text('Saved')
  expect(daily).toHaveProperty('checked', true)
  expect(sentTo(updateProfile)).toMatchObject([{ body: { notify: 'DAILY' } }])
})

test('an area of emails that could not be turned off is on again', async () => {
  const user = await openSettings()
  refuse(updateProfile, 'SERVER_ERROR')
  const transfers = await screen.findByRole('checkbox', { name: 'Transfers' })
  await user.click(transfers)
  await text('Server error. Please try again later.')
  expect(transfers).toHaveProperty('checked', true)
  expect(sentTo(updateProfile)).toMatchObject([
    { body: { mailAreas: ['COMMENTS', 'PEOPLE', 'WORKSPACES', 'PLANS'] } },
  ])
})

test('a password is changed with the current one, and the fields are empty again', async () => {
  const user = await openSettings()
  const [current, next, again] = [
    await field('Current password'),
    await field('New password'),
    await field('Repeat new password'),
  ]
  await fill(user, current, 'wrong battery')
  await fill(user, next, 'correct horse battery')
  await fill(user, again, 'something else')
  const change = () => user.click(screen.getByRole('button', { name: 'Change password' }))
  await gone(await shownAfter(change, "Passwords don't match"))
  await fill(user, again, 'correct horse battery')
  refuse(changePassword, 'INVALID_FIELDS', { errors: { password: 'Wrong password.' } })
  await shownAfter(change, 'Wrong password.')
  answer(changePassword, { result: { accepted: true } })
  await change()
  await text('Password changed. Other devices are signed out.')
  expect([current.value, next.value, again.value]).toEqual(['', '', ''])
})

test('an account without a password says how to get one', async () => {
  await openSettings({ settings: { signsInWith: [] } })
  await text(/you sign in with a code by email/)
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test('of many sessions this device is the first, and another one is signed out', async () => {
  const others = [51, 52, 53, 54, 55].map((number) => sessionOf(number, 'Windows NT 10.0'))
  answerForSettings()
  answer(listSessions, { results: [...others, sessionOf(50, 'X11; Linux x86_64', true)] })
  answer(endSession, { result: { _id: idOf(51) } })
  const user = await openScreen('/settings')
  await user.click(await button('Show all 6'))
  const names = screen.getAllByText(/^Chrome on /).map((one) => one.textContent)
  expect(names).toEqual(['Chrome on Linux', ...others.map(() => 'Chrome on Windows')])
  const [first] = screen.getAllByRole('button', { name: 'Sign out Chrome on Windows' })
  if (!first) throw new Error('no other session')
  answer(listSessions, { results: [sessionOf(50, 'X11; Linux x86_64', true)] })
  await user.click(first)
  await gone(first)
  expect(sentTo(endSession)).toMatchObject([{ params: { id: idOf(51) } }])
})

test('signing out everywhere leaves for the sign-in page', async () => {
  const user = await openSettings()
  answer(logout, { result: { ended: 2 } })
  await user.click(await button('Sign out everywhere'))
  await waitFor(() => expect(leftFor()).toEqual(['/auth/signin']))
  expect(sentTo(logout)).toMatchObject([{ body: { everywhere: true } }])
  expect(localStorage.getItem('wingmark.token')).toBeNull()
})

test('an export is downloaded from the address that the server gives', async () => {
  const user = await openSettings()
  const url = 'http://localhost:3000/user/api/v1/export?ticket=t'
  answer(requestExport, { result: { url, expiresAt: '2026-03-02T09:01:00.000Z' } })
  const downloaded: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloaded.push(this.href)
  })
  await user.click(await button('Export my data'))
  await waitFor(() => expect(downloaded).toEqual([url]))
  click.mockRestore()
})

test('invitations to several people stop at the one that is refused', async () => {
  const user = await openSettings()
  const people = await field('Their email')
  await user.type(people, 'not an address')
  await user.click(await button('Send invitation'))
  await waitFor(() => expect(people.getAttribute('aria-invalid')).toBe('true'))
  await user.clear(people)
  await user.type(people, 'one@example.com, two@example.com')
  answer(inviteUser, ({ body }) => {
    if (Reflect.get(Object(body), 'email') === 'one@example.com')
      refuse(inviteUser, 'RATE_LIMITED', { message: 'That was enough for today.' })
    return { result: { accepted: true as const } }
  })
  await user.click(await button('Send invitation'))
  await text('That was enough for today.')
  await text('two@example.com')
  expect(screen.queryByText('one@example.com')).toBeNull()
})

test('choices of the Connection Profile are saved one by one', async () => {
  const user = await openSettings()
  const listed = await field(/^Let search engines list it/)
  const open = await field(/^Public page/)
  answer(updateConnectionProfile, { result: { ...ownProfile, isPublic: false } })
  answer(getOwnConnectionProfile, { result: { ...ownProfile, isPublic: false } })
  await user.click(open)
  await waitFor(() => expect(listed).toHaveProperty('disabled', true))
  expect(sentTo(updateConnectionProfile)).toMatchObject([{ body: { isPublic: false } }])
})

test('a blocked person can be unblocked', async () => {
  const grace = { _id: idOf(2), name: 'Grace Hopper', avatar: null, username: null }
  answerForSettings()
  answer(listBlocked, wholePage([grace]))
  const user = await openScreen('/settings')
  const unblock = await button('Unblock Grace Hopper')
  answer(unblockPerson, { result: { _id: idOf(2) } })
  answer(listBlocked, wholePage([]))
  await user.click(unblock)
  await gone(unblock)
  expect(sentTo(unblockPerson)).toMatchObject([{ params: { userId: idOf(2) } }])
})

test('storage and messages show what is used', async () => {
  await openSettings()
  const storage = await text('3 GB')
  expect(storage.parentElement?.textContent).toBe('3 GB of 15 GB used')
  await text(/messages sent today/)
})

test('settings that could not be loaded are asked for again', async () => {
  answerForSettings()
  refuse(getProfile, 'SERVER_ERROR')
  const user = await openScreen('/settings')
  const main = await screen.findByRole('main')
  const again = await button('Try again', main)
  expect(within(main).queryByLabelText('Username')).toBeNull()
  answer(getProfile, { result: accountOf() })
  await user.click(again)
  await field('Username')
})
