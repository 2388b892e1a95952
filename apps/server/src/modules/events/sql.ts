/** Records an event of a review; `from` has one row with the `event_seq` that the statement just raised. */
export const recordEvent = (
  event: string,
  of: { review: string; target: string; parent: string; from: string },
) =>
  `insert into events (review_id, seq, event, target_id, parent_id)
  select ${of.review}, event_seq, '${event}', ${of.target}, ${of.parent} from ${of.from}`
