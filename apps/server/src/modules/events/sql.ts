/** Records one event of a review in a statement that has raised its number: `from` holds one row with `event_seq`. */
export const recordEvent = (
  event: string,
  of: { review: string; target: string; parent: string; from: string },
) =>
  `insert into events (review_id, seq, event, target_id, parent_id)
  select ${of.review}, event_seq, '${event}', ${of.target}, ${of.parent} from ${of.from}`
