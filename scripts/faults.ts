export type Fault = {
  number: number;
  /** Docenda's promise for the case that this happens. */
  promise: string;
  /** The part of the promise that is not built or that no test proves, where tests prove the rest. */
  missing?: string;
};

/** The faults that may happen, and the promises for each. Tests name a fault by its number as `(fault 12)`; numbers never change. */
export const FAULTS: readonly Fault[] = [
  promise(1, "A Stripe webhook that arrives many times, also at the same moment, is applied once."),
  promise(2, "Stripe webhooks end in the same state in any order; a late one brings nothing back."),
  promise(
    3,
    "A webhook with a wrong signature, an old timestamp or an altered body changes nothing; while a secret is rotated, both work.",
  ),
  promise(
    4,
    "A webhook for an unknown customer is answered 200 and parked; one for a deleted account is answered 200 and dropped.",
  ),
  promise(5, "A payment whose webhook was lost is found by reconciliation and granted once."),
  promise(
    6,
    "When Stripe is busy, down or loses an answer, nobody is charged twice, and the person is told.",
  ),
  promise(7, "Failed payments stop the allowance; refunds and disputes take credits back, never below zero."),
  promise(8, "A debit whose object dies in the middle is applied once when the caller retries."),
  promise(
    9,
    "After a kill in the middle of debits no posted charge is lost, and none is doubled or invented; an answer whose charge was not written yet is free.",
  ),
  promise(10, "Of many calls that want the last credit, exactly one gets it."),
  promise(11, "Credits held for a call that never ended come back after 60 seconds."),
  promise(12, "A charge that is settled late, twice or both ways changes nothing, and the answer says so."),
  promise(13, "A charge shared by a team and a member is taken from both or from neither."),
  promise(14, "While D1 is away no call fails; the history catches up later, with each row once."),
  promise(15, "The credit alarm never throws, and one is always set while history waits."),
  promise(16, "The monthly allowance renews once, at the first instant of the period, whatever the month."),
  promise(17, "A clock that runs back brings no second allowance."),
  promise(
    18,
    "A team never has more seats in use than it pays for, even when two admins change them at once.",
  ),
  promise(19, "An invitation makes one membership, also when it is accepted twice or revoked meanwhile."),
  promise(20, "A member who is removed or gets another role has the new rights at the next request."),
  promise(21, "A queue message or batch that is delivered again changes nothing."),
  promise(22, "What a consumer held when it was killed is done by another, and the job completes."),
  promise(
    23,
    "A message that fails every time is retried with pauses, then ends its job with a clear error.",
  ),
  promise(24, "A job whose message was lost or never sent is found by a sweep, and restarted or ended."),
  promise(25, "A job ends when nothing is pending, in whatever order its parts report."),
  promise(26, "Messages of a job that was canceled, or of a source that was removed, are dropped."),
  promise(27, "A PDF that is empty, cut off or damaged is refused in words that say why."),
  promise(28, "A PDF with circular or invented page trees is refused, or read as far as it has pages."),
  promise(29, "A PDF that unpacks to far more than its size is refused before it is unpacked."),
  promise(
    30,
    "A PDF that is encrypted, too long or too large is refused with the limit; no part of it is indexed.",
  ),
  promise(31, "A compressed answer is read up to the limit; one packed several times over is refused."),
  promise(32, "An endless answer is read up to the limit, whatever its Content-Length says."),
  promise(33, "A server that answers byte by byte is given up at the deadline."),
  promise(
    34,
    "Redirects are followed five times at most, and never to a page that could not be read directly.",
  ),
  promise(35, "An address that is not on the public internet is never connected to, however it is written."),
  promise(
    36,
    "robots.txt is obeyed as RFC 9309 says, also when it is broken or away, and the owner is told.",
  ),
  promise(
    37,
    "Sitemaps have limits in files, pages, depth and bytes, and name pages of their own host only.",
  ),
  promise(38, "Endless calendars, session ids and looping paths end a crawl's branch, not its page budget."),
  promise(39, "Text in any encoding, or in a wrong one, is decoded without an error."),
  promise(40, "HTML made to be slow or to confuse a parser is read within its limits."),
  promise(
    41,
    "Instructions inside a page stay quoted as data, between marks that the page cannot know, and are flagged.",
  ),
  promise(
    42,
    "Reads of D1 are retried a few times, writes never blindly; when D1 is overloaded the answer is 503 with a time.",
  ),
  promise(43, "A write to D1 whose answer was lost is applied once when it is sent again."),
  promise(
    44,
    "When Vectorize is behind, down or wrong, search answers by exact words, and never with somebody else's rows.",
  ),
  promise(45, "When Workers AI fails, hangs or answers nonsense, search answers by exact words and says so."),
  promise(46, "An upload whose file or row is missing is cleaned up or reported, and never counts twice."),
  promise(47, "A session that ends shows no more data, and leads to sign-in with the way back."),
  promise(
    48,
    "A key that is revoked during a request finishes it, is charged once, and can start nothing more.",
  ),
  promise(
    49,
    "A client that disconnects stops the work, and pays nothing for an answer that was never made.",
  ),
  promise(
    50,
    "Old and new versions run side by side during a deploy.",
    "messages of each recorded version are worked on, and methods and tables are compared; no test runs two builds side by side.",
  ),
];

function promise(number: number, words: string, missing?: string): Fault {
  return { number, promise: words, ...(missing !== undefined && { missing }) };
}
