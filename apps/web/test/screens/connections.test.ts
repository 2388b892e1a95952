import { screen, waitFor } from '@testing-library/dom'
import { checkUsername, createConnectionProfile } from '@wingmark/contract/connection-profiles'
import {
  answerConnection,
  askToConnect,
  endConnection,
  listConnections,
} from '@wingmark/contract/connections'
import { discoverPeople, proposeSkills } from '@wingmark/contract/people'
import { listPlans } from '@wingmark/contract/subscriptions'
import { getProfile } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { answer, refuse, sentTo } from './answers.ts'
import { button, dialog, field, fill, heading, openScreen, shownAfter, text } from './open-screen.ts'
import { accountOf, idOf, ownProfile, personCard, plans, requestOf, wholePage } from './samples.ts'

const found = { ...personCard, connection: null, work: [], can: { connect: true } }

test('someone without a profile is offered one, and no people are asked for', async () => {
  answer(getProfile, { result: accountOf({ connectionProfile: null }) })
  await openScreen('/connections')
  await heading('Find others, and get found')
  await button('Build Connection Profile')
  expect(sentTo(discoverPeople)).toEqual([])
})

test('people are found by words and skills', async () => {
  answer(discoverPeople, wholePage([found]))
  answer(proposeSkills, { results: ['Posters'] })
  const user = await openScreen('/connections')
  await screen.findByRole('link', { name: 'Grace Hopper' })
  await text('As a Pilot you can send 50 connection requests.')
  answer(discoverPeople, wholePage([]))
  await fill(user, await field('Name, work or place'), 'oslo')
  await heading('No one found')
  expect(sentTo(discoverPeople).at(-1)?.query.get('search')).toBe('oslo')
  await user.type(await field('Skills'), 'Posters{Enter}')
  await waitFor(() => expect(sentTo(discoverPeople).at(-1)?.query.getAll('skill')).toEqual(['Posters']))
})

test('asking someone turns the button into Withdraw', async () => {
  answer(discoverPeople, wholePage([found]))
  const connection = requestOf({ direction: 'OUTGOING' })
  answer(askToConnect, { result: connection })
  const user = await openScreen('/connections')
  const connect = await button('Connect with Grace Hopper')
  answer(discoverPeople, wholePage([{ ...found, connection }]))
  await user.click(connect)
  await text('Request sent')
  const withdraw = await button('Withdraw request to Grace Hopper')
  expect(sentTo(askToConnect)).toMatchObject([{ params: { id: idOf(2) }, body: {} }])
  answer(endConnection, { result: { _id: connection._id } })
  answer(discoverPeople, wholePage([found]))
  await user.click(withdraw)
  await button('Connect with Grace Hopper')
})

test('an accepted request stays in place, with a way to write to them', async () => {
  answer(listConnections, ({ query }) =>
    wholePage(query.get('direction') === 'INCOMING' ? [requestOf()] : []),
  )
  answer(answerConnection, { result: requestOf({ status: 'ACCEPTED' }) })
  const user = await openScreen('/connections?tab=requests')
  await text('We met in Oslo.')
  await text('People you ask under Discover appear here until they answer.')
  answer(listConnections, wholePage([]))
  await user.click(await button('Accept Grace Hopper'))
  await screen.findByRole('link', { name: 'Message Grace Hopper' })
  expect(sentTo(answerConnection)).toMatchObject([{ params: { id: idOf(20) }, body: { response: 'ACCEPT' } }])
})

test('a declined request is gone; who is connected has an empty page of their own', async () => {
  answer(listConnections, ({ query }) =>
    wholePage(query.get('direction') === 'INCOMING' ? [requestOf()] : []),
  )
  answer(answerConnection, { result: requestOf({ status: 'DECLINED' }) })
  const user = await openScreen('/connections?tab=requests')
  const decline = await button('Decline Grace Hopper')
  answer(listConnections, wholePage([]))
  await user.click(decline)
  await text('Connection requests appear here until you accept or decline them.')
  expect(sentTo(answerConnection)).toMatchObject([{ body: { response: 'DECLINE' } }])
  await user.click(await screen.findByRole('tab', { name: 'Connected' }))
  await heading('No connections yet')
  expect(sentTo(listConnections).at(-1)?.query.get('status')).toBe('ACCEPTED')
})

test('people that could not be loaded are asked for again', async () => {
  refuse(discoverPeople, 'SERVER_ERROR')
  const user = await openScreen('/connections')
  const again = await button('Try again')
  answer(discoverPeople, wholePage([found]))
  await user.click(again)
  await screen.findByRole('link', { name: 'Grace Hopper' })
})

test('building a profile says at its field what is wrong, and unlocks Pilot', async () => {
  answer(getProfile, { result: accountOf({ connectionProfile: null, user: { plan: 'FREE' } }) })
  answer(listPlans, { result: plans })
  answer(checkUsername, { result: { username: 'ada.l', isFree: true, message: null } })
  answer(proposeSkills, { results: [] })
  const user = await openScreen('/connections')
  await user.click(await button('Build Connection Profile'))
  const benefits = await dialog('Benefits of Pilot Profile')
  await user.click(await button('Build Connection Profile', benefits))
  const form = await dialog('Organize your Connection Profile')
  const submit = await button('Submit Now', form)
  await shownAfter(() => user.click(submit), 'Location is required', form)
  expect(sentTo(createConnectionProfile)).toEqual([])
  await fill(user, await field('Username', form), 'ada.l')
  await text('ada.l is available.', form)
  await fill(user, await field('Location', form), 'Oslo')
  await fill(user, await field('Designation', form), 'Engineer')
  await fill(user, await field('Company', form), 'Freelance')
  await fill(user, await field('Experience', form), 'Engines.')
  await user.type(await field('Skills', form), 'Posters{Enter}')
  refuse(createConnectionProfile, 'USERNAME_TAKEN', { errors: { username: 'This username is taken.' } })
  await shownAfter(() => user.click(submit), 'This username is taken.', form)
  answer(createConnectionProfile, { result: ownProfile })
  answer(discoverPeople, wholePage([]))
  answer(getProfile, { result: accountOf() })
  await user.click(submit)
  await dialog('Pilot Profile Unlock Successful')
  expect(sentTo(createConnectionProfile).at(-1)?.body).toMatchObject({
    username: 'ada.l',
    location: 'Oslo',
    skills: ['Posters'],
  })
})
