import { screen, waitFor, within } from '@testing-library/dom'
import { muteReview } from '@wingmark/contract/notifications'
import {
  archiveReview,
  deleteReview,
  deleteReviewForGood,
  listDeletedReviews,
  listMyReviews,
  restoreReview,
  updateReview,
} from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { answer, refuse, sentTo } from './answers.ts'
import {
  address,
  button,
  dialog,
  field,
  fill,
  gone,
  heading,
  openScreen,
  shownAfter,
  text,
} from './open-screen.ts'
import { idOf, reviewOf, wholePage } from './samples.ts'

const poster = reviewOf(30, 'Poster', { commentCount: 3, openCount: 2 })
const autumn = reviewOf(31, 'Autumn', {
  role: 'COMMENTER',
  owner: { _id: idOf(2), name: 'Grace Hopper', avatar: null },
  commentCount: 1,
  can: { ...poster.can, share: false, edit: false, delete: false },
})

const lastQuery = () => sentTo(listMyReviews).at(-1)?.query
const item = (name: string) => screen.findByRole('menuitem', { name })
const choice = (name: string) => screen.findByRole('menuitemradio', { name })
const shown = () =>
  screen
    .queryAllByRole('button', { name: /^Actions for / })
    .map((one) => one.getAttribute('aria-label')?.replace('Actions for ', ''))

test('someone without a review reads how to begin, and finds what they put away', async () => {
  answer(listMyReviews, wholePage([]))
  await openScreen('/reviews')
  await heading('Put your first design up for review')
  await screen.findByRole('link', { name: 'Archived reviews' })
  await screen.findByRole('link', { name: 'Recently deleted' })
  expect(screen.queryByRole('search', { name: 'Your reviews' })).toBeNull()
})

test('a card says how many comments are open, and whose a joined review is', async () => {
  answer(listMyReviews, wholePage([poster, autumn]))
  await openScreen('/reviews')
  await text('2 reviews')
  await text('2 open')
  await text('All resolved')
  const [, second] = screen.getAllByRole('article')
  if (!second) throw new Error('one card')
  expect(second.textContent).toContain('by Grace Hopper')
})

test('order and filters are in the address, and another one starts on the first page', async () => {
  answer(listMyReviews, { ...wholePage([poster, autumn]), totalPages: 3, total: 30 })
  const user = await openScreen('/reviews?page=2')
  await text('30 reviews')
  expect(lastQuery()?.get('page')).toBe('2')
  await user.selectOptions(await field('Sort by'), 'Name')
  await waitFor(() => expect(lastQuery()?.get('sort')).toBe('name'))
  expect(lastQuery()?.get('page')).toBe('1')
  await user.click(await button('Filter'))
  await user.click(await choice('With open comments'))
  await button('Filter, 1 selected')
  await waitFor(() => expect(lastQuery()?.get('open')).toBe('true'))
  expect(address()).toBe('/reviews?sort=name&open=true')
})

test('a word that finds nothing offers everything again', async () => {
  answer(listMyReviews, ({ query }) => wholePage(query.has('word') ? [] : [poster]))
  const user = await openScreen('/reviews')
  await fill(user, await field('Find by name'), 'zebra')
  await heading('No reviews match')
  await waitFor(() => expect(lastQuery()?.get('word')).toBe('zebra'))
  await user.click(await button('Show all reviews'))
  await text('1 review')
  await waitFor(async () => expect((await field('Find by name')).value).toBe(''))
})

test('rows instead of cards are remembered on the device', async () => {
  answer(listMyReviews, wholePage([poster]))
  const user = await openScreen('/reviews')
  await user.click(await screen.findByRole('radio', { name: 'List' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await waitFor(() => expect(shown()).toEqual(['Poster']))
  expect(localStorage.getItem('wingmark.reviews-view')).toBe('list')
})

test('a refused name says so at its field; a failure without words is a toast, and the name stays', async () => {
  localStorage.setItem('wingmark.reviews-view', 'cards')
  answer(listMyReviews, wholePage([poster]))
  const user = await openScreen('/reviews?view=cards')
  await user.click(await button('Actions for Poster'))
  await user.click(await item('Rename…'))
  const form = await dialog('Rename review')
  await fill(user, await field('Name', form), 'Poster two')
  refuse(updateReview, 'INVALID_FIELDS', { errors: { name: 'This name can’t be.' } })
  const rename = await button('Rename', form)
  await gone(await shownAfter(() => user.click(rename), 'This name can’t be.', form))
  refuse(updateReview, 'SERVER_ERROR')
  await user.click(rename)
  await text('Server error. Please try again later.')
  expect((await field('Name', form)).value).toBe('Poster two')
  const renamed = { ...poster, name: 'Poster two' }
  answer(updateReview, { result: { _id: poster._id, review: renamed } })
  answer(listMyReviews, wholePage([renamed]))
  await user.click(rename)
  await screen.findByRole('link', { name: 'Poster two' })
})

test('an archived review leaves the list, and Ctrl+Z puts it back', async () => {
  answer(listMyReviews, wholePage([poster, autumn]))
  answer(archiveReview, ({ params, body }) => ({
    result: { _id: params['id'] ?? '', archived: Reflect.get(Object(body), 'archived') === true },
  }))
  const user = await openScreen('/reviews?view=cards')
  await user.click(await button('Actions for Autumn'))
  const archive = await item('Archive')
  answer(listMyReviews, wholePage([poster]))
  await user.click(archive)
  await text(/“.*Autumn.*” archived/)
  await waitFor(() => expect(shown()).toEqual(['Poster']))
  answer(listMyReviews, wholePage([poster, autumn]))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(shown()).toEqual(['Poster', 'Autumn']))
  expect(sentTo(archiveReview).map(({ body }) => body)).toEqual([{ archived: true }, { archived: false }])
})

test('muting is undone by its toast', async () => {
  answer(listMyReviews, wholePage([poster]))
  answer(muteReview, ({ body }) => ({
    result: { _id: poster._id, muted: Reflect.get(Object(body), 'muted') === true, unread: 0 },
  }))
  const user = await openScreen('/reviews?view=cards')
  await user.click(await button('Actions for Poster'))
  await user.click(await item('Mute'))
  const toast = await screen.findByRole('alert')
  await user.click(await button('Undo', toast))
  await waitFor(() =>
    expect(sentTo(muteReview).map(({ body }) => body)).toEqual([{ muted: true }, { muted: false }]),
  )
})

test('deleting asks first and says what goes; members without the right are not offered it', async () => {
  answer(listMyReviews, wholePage([poster, autumn]))
  answer(deleteReview, { result: { _id: poster._id } })
  const user = await openScreen('/reviews?view=cards')
  await user.click(await button('Actions for Autumn'))
  await item('People…')
  expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await button('Actions for Poster'))
  await user.click(await item('Delete…'))
  const question = await dialog('Delete review?')
  expect(question.textContent).toContain('1 file and 3 comments will be deleted for everyone')
  answer(listMyReviews, wholePage([autumn]))
  await user.click(await button('Delete review', question))
  await waitFor(() => expect(shown()).toEqual(['Autumn']))
  await text(/“.*Poster.*” deleted/)
})

test('what was deleted recently is restored, or deleted for good', async () => {
  const thing = {
    _id: poster._id,
    type: 'REVIEW' as const,
    name: 'Poster',
    review: null,
    fileCount: 2,
    commentCount: 3,
    size: 1,
    deletedAt: poster.updatedAt,
  }
  const file = {
    ...thing,
    _id: idOf(90),
    type: 'FILE' as const,
    name: 'cover.png',
    review: { _id: autumn._id, name: 'Autumn' },
  }
  answer(listDeletedReviews, wholePage([thing, file]))
  answer(restoreReview, { result: { _id: poster._id, name: 'Poster' } })
  answer(deleteReviewForGood, { result: { _id: file._id } })
  const user = await openScreen('/reviews/deleted')
  const list = await screen.findByRole('list', { name: 'Recently deleted' })
  await within(list).findByText('Review with 2 files and 3 comments')
  await within(list).findByText(/^From “.*Autumn.*”, with 3 comments$/)
  answer(listDeletedReviews, wholePage([file]))
  await user.click(await button('Restore Poster'))
  await text(/“.*Poster.*” restored/)
  const remove = await button('Delete cover.png for good')
  await waitFor(() => expect(remove).toHaveProperty('disabled', false))
  answer(listDeletedReviews, wholePage([]))
  await user.click(remove)
  await heading('Nothing deleted recently')
  expect(sentTo(deleteReviewForGood)).toMatchObject([{ params: { id: file._id } }])
})

test('a list that could not be loaded is asked for again', async () => {
  refuse(listMyReviews, 'SERVER_ERROR')
  const user = await openScreen('/reviews?view=cards')
  const again = await button('Try again')
  answer(listMyReviews, wholePage([poster]))
  await user.click(again)
  await waitFor(() => expect(shown()).toEqual(['Poster']))
})
