/**
 * Sixty questions about five pages, each with an answer in the ways in which models write them: quotations that are right, in other marks
 * or cut short, paraphrases, and what models get wrong: words that are not there, other numbers, the opposite, sources that are not given,
 * facts of their own. `said` is what becomes of each piece: s is supported, u is unsupported, r is a remark.
 */
export const PAGES = [
  {
    path: "alarms",
    title: "Alarms",
    markdown: `# Alarms

Alarms have guaranteed at-least-once execution. A failed alarm is retried with exponential backoff, starting at a 2 second delay, for up to 6 retries.

Call \`setAlarm()\` with a time in milliseconds. Each object has one alarm at a time: calling \`setAlarm()\` again replaces the alarm that was set before. An alarm cannot be set for a storage that is deleted.

To remove an alarm, call \`deleteAlarm()\`. It does not cancel an alarm handler that is running.

\`\`\`ts
await this.ctx.storage.setAlarm(Date.now() + 10_000);
\`\`\`
`,
  },
  {
    path: "queues",
    title: "Queues",
    markdown: `# Queues

A queue delivers messages at least once. Messages that fail are retried 3 times by default, and then go to the dead letter queue if one is configured, or are discarded.

The maximum message size is 128 KB. A consumer receives batches of up to 100 messages. Set \`max_batch_timeout\` to wait for a fuller batch, up to 60 seconds.

Messages are not guaranteed to arrive in the order in which they were sent. Call \`message.ack()\` to acknowledge one message without the others of its batch.

\`\`\`ts
for (const message of batch.messages) message.ack();
\`\`\`
`,
  },
  {
    path: "vectors",
    title: "Vector indexes",
    markdown: `# Vector indexes

An index holds up to 5 million vectors of at most 1536 dimensions. The dimensions and the distance metric of an index cannot be changed after it was created.

Use \`upsert()\` to write vectors; an existing vector with the same id is replaced. \`insert()\` never overwrites an existing vector. Writes are asynchronous and usually visible within a few seconds.

Metadata filters need a metadata index, created before the vectors are inserted. Each namespace is searched by itself.

\`\`\`ts
await env.INDEX.upsert([{ id: "1", values }]);
\`\`\`
`,
  },
  {
    path: "sockets",
    title: "Hibernating sockets",
    markdown: `# Hibernating sockets

With hibernation a WebSocket stays connected while its object is evicted from memory, and no duration is billed for that time. Accept a socket with \`acceptWebSocket()\` instead of \`accept()\`.

Values kept in memory are lost when the object hibernates. Use \`serializeAttachment()\` to keep up to 2,048 bytes with each socket.

An auto response answers pings without waking the object. At most 32,768 sockets can be connected to one object. Outgoing sockets do not hibernate.

\`\`\`ts
this.ctx.acceptWebSocket(server);
\`\`\`
`,
  },
  {
    path: "secrets",
    title: "Secrets",
    markdown: `# Secrets

Secrets are encrypted text values. Their values are not visible in the dashboard after you define them. Add one with \`secret put\`; adding a secret creates a new version of the Worker and deploys it immediately.

Do not use \`vars\` to store sensitive information. In local development, put secrets into a \`.dev.vars\` file, and never commit it.

A Worker has at most 128 variables and secrets on the paid plan and 64 on the free plan. Each value is limited to 5 KB.

\`\`\`sh
npx wrangler secret put API_TOKEN
\`\`\`
`,
  },
] as const;

type Recorded = { page: (typeof PAGES)[number]["path"]; question: string; answer: string; said: string };

export const ANSWERS: readonly Recorded[] = [
  // Alarms.
  {
    page: "alarms",
    question: "Are alarms executed at least once?",
    answer: 'Alarms have guaranteed at-least-once execution [1 "guaranteed at-least-once execution"].',
    said: "s",
  },
  {
    page: "alarms",
    question: "How often is a failed alarm retried?",
    answer: 'A failed alarm is retried up to 6 times. [1 "for up to 6 retries"]',
    said: "s",
  },
  {
    page: "alarms",
    question: "What delay do alarm retries with backoff start at?",
    answer:
      'Retries use exponential backoff starting at a 2 second delay [1 "exponential backoff, starting at a 2 second delay"].',
    said: "s",
  },
  {
    page: "alarms",
    question: "How many alarms does each object have at a time?",
    answer: 'Each object has one alarm at a time [1: "Each object has one alarm at a time"].',
    said: "s",
  },
  {
    page: "alarms",
    question: "What happens when setAlarm is called again?",
    answer: "Calling `setAlarm()` again replaces the alarm that was set before [1].",
    said: "s",
  },
  {
    page: "alarms",
    question: "Can an alarm be set for a deleted storage?",
    answer: 'An alarm can be set for a storage that is deleted [1 "be set for a storage that is deleted"].',
    said: "u",
  },
  {
    page: "alarms",
    question: "How do I remove an alarm with deleteAlarm?",
    answer:
      'Call `deleteAlarm()` to remove an alarm [1 "To remove an alarm, call deleteAlarm()"]. It cancels an alarm handler that is running [1 "does not cancel an alarm handler"].',
    said: "su",
  },
  {
    page: "alarms",
    question: "Show the code of setAlarm in ten seconds",
    answer: "```ts\nawait this.ctx.storage.setAlarm(Date.now() + 10_000);\n```",
    said: "s",
  },
  {
    page: "alarms",
    question: "Does an alarm handler take a timeout option for setAlarm?",
    answer: "Pass `{ timeout: 30 }` to `setAlarm()`. [1]",
    said: "u",
  },
  {
    page: "alarms",
    question: "Which unit is the time of setAlarm in?",
    answer: "The time is in milliseconds [1 “with a time in milliseconds”].",
    said: "s",
  },
  {
    page: "alarms",
    question: "Are failed alarms retried 12 times?",
    answer:
      'A failed alarm is retried with exponential backoff for up to 12 retries [1 "A failed alarm is retried with exponential backoff"].',
    said: "u",
  },
  {
    page: "alarms",
    question: "How much do alarms cost per month?",
    answer: "The passages don't say what alarms cost.",
    said: "r",
  },
  // Queues.
  {
    page: "queues",
    question: "How does a queue deliver messages?",
    answer: 'A queue delivers messages at least once [1 "delivers messages at least once"].',
    said: "s",
  },
  {
    page: "queues",
    question: "How often are failed messages of a queue retried by default?",
    answer: 'Messages that fail are retried 3 times by default [1 "retried 3 times by default"].',
    said: "s",
  },
  {
    page: "queues",
    question: "Where do queue messages go after the retries, is there a dead letter queue?",
    answer:
      'They go to the dead letter queue if one is configured, or are discarded [1 "go to the dead letter queue if one is configured"].',
    said: "s",
  },
  {
    page: "queues",
    question: "What is the maximum message size of a queue?",
    answer: 'The maximum message size is 256 KB [1 "The maximum message size is"].',
    said: "u",
  },
  {
    page: "queues",
    question: "How many messages are in a batch of a queue consumer?",
    answer:
      "- A consumer receives batches of up to 100 messages [1].\n- The maximum message size is 128 KB [1].",
    said: "ss",
  },
  {
    page: "queues",
    question: "What does max_batch_timeout do for a queue?",
    answer:
      '`max_batch_timeout` waits for a fuller batch, up to 60 seconds [1 "to wait for a fuller batch, up to 60 seconds"].',
    said: "s",
  },
  {
    page: "queues",
    question: "Do queue messages arrive in order?",
    answer:
      'Messages are guaranteed to arrive in the order in which they were sent [1 "not guaranteed to arrive in the order"].',
    said: "u",
  },
  {
    page: "queues",
    question: "Is the order of queue messages guaranteed?",
    answer:
      'No, messages are not guaranteed to arrive in order [1 "Messages are not guaranteed to arrive in the order"].',
    said: "s",
  },
  {
    page: "queues",
    question: "How do I acknowledge one message of a queue batch?",
    answer:
      'Call `message.ack()` to acknowledge one message [1 "to acknowledge one message without the others"].\n\n```ts\nfor (const message of batch.messages) message.ack();\n```',
    said: "ss",
  },
  {
    page: "queues",
    question: "Can a queue consumer pause messages?",
    answer: 'Consumers are paused with `message.pause()` [1 "to acknowledge one message"].',
    said: "u",
  },
  {
    page: "queues",
    question: "What becomes of queue messages without a dead letter queue?",
    answer: "Messages that fail are retried and then discarded [4].",
    said: "u",
  },
  {
    page: "queues",
    question: "Which regions are queue messages stored in?",
    answer: "These passages do not mention regions.",
    said: "r",
  },
  // Vectors.
  {
    page: "vectors",
    question: "How many vectors does an index hold?",
    answer: 'An index holds up to 5 million vectors [1 "holds up to 5 million vectors"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "How many dimensions may vectors of an index have?",
    answer: 'Vectors have at most 1536 dimensions [1 "at most 1536 dimensions"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "Can the dimensions of a vector index be changed?",
    answer:
      'The dimensions of an index cannot be changed after it was created [1 "cannot be changed after it was created"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "Can the distance metric of a vector index change later?",
    answer:
      'The distance metric of an index can be changed after it was created [1 "distance metric of an index cannot be changed"].',
    said: "u",
  },
  {
    page: "vectors",
    question: "What does upsert do with an existing vector?",
    answer:
      'With `upsert()` an existing vector with the same id is replaced [1 "an existing vector with the same id is replaced"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "Does insert overwrite an existing vector of the index?",
    answer: '`insert()` never overwrites an existing vector [1 "never overwrites an existing vector"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "When are writes of vectors visible in the index?",
    answer: "Writes are asynchronous and usually visible within a few seconds.",
    said: "s",
  },
  {
    page: "vectors",
    question: "What do metadata filters of a vector index need?",
    answer:
      'Metadata filters need a metadata index [1 "Metadata filters need a metadata index"]. It must be created before the vectors are inserted [1 "created before the vectors are inserted"].',
    said: "ss",
  },
  {
    page: "vectors",
    question: "How are namespaces of a vector index searched?",
    answer: 'Each namespace is searched by itself [1 "namespace is searched by itself"].',
    said: "s",
  },
  {
    page: "vectors",
    question: "Show upsert of vectors into the index in code",
    answer: '```ts\nawait env.INDEX.insert([{ id: "1", values }]);\n```',
    said: "u",
  },
  {
    page: "vectors",
    question: "Which distance metrics does a vector index support?",
    answer: "It supports cosine, euclidean and dot product.",
    said: "u",
  },
  {
    page: "vectors",
    question: "Do vector writes wait until the index is visible?",
    answer: "The passages don't answer this, but writes are always synchronous.",
    said: "u",
  },
  // Sockets.
  {
    page: "sockets",
    question: "Does a hibernating WebSocket stay connected?",
    answer:
      'A WebSocket stays connected while its object is evicted from memory [1 "stays connected while its object is evicted"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "Is duration billed for hibernating sockets?",
    answer: 'No duration is billed for that time [1 "no duration is billed for that time"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "How do I accept a socket for hibernation?",
    answer:
      'Accept a socket with `acceptWebSocket()` [1 "Accept a socket with acceptWebSocket()"].\n\n```ts\nthis.ctx.acceptWebSocket(server);\n```',
    said: "ss",
  },
  {
    page: "sockets",
    question: "What happens to values in memory when an object with sockets hibernates?",
    answer: 'Values kept in memory are lost [1 "Values kept in memory are lost"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "How many bytes does serializeAttachment keep with a socket?",
    answer: '`serializeAttachment()` keeps up to 4,096 bytes with each socket [1 "with each socket"].',
    said: "u",
  },
  {
    page: "sockets",
    question: "How large can the attachment of each hibernating socket be?",
    answer:
      'Use `serializeAttachment()` to keep up to 2,048 bytes with each socket [1 "to keep up to 2,048 bytes"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "What does an auto response do for hibernating sockets?",
    answer:
      'An auto response answers pings without waking the object [1 "answers pings without waking the object"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "How many sockets can be connected to one object?",
    answer: 'At most 32,768 sockets can be connected to one object [1 "At most 32,768 sockets"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "Do outgoing sockets hibernate?",
    answer: 'Outgoing sockets hibernate [1 "Outgoing sockets do not hibernate"].',
    said: "u",
  },
  {
    page: "sockets",
    question: "Do outgoing sockets not hibernate?",
    answer: 'Outgoing sockets do not hibernate [1 "Outgoing sockets do not hibernate"].',
    said: "s",
  },
  {
    page: "sockets",
    question: "Are hibernating sockets encrypted with a protocol of their own?",
    answer: 'Sockets are encrypted with TLS 1.3 by default [1 "connected to one object"].',
    said: "u",
  },
  {
    page: "sockets",
    question: "Should I use accept or acceptWebSocket for sockets?",
    answer:
      "## Answer\n\nUse `acceptWebSocket()` instead of `accept()` to accept a socket [1]. Shall I show an example?",
    said: "sr",
  },
  // Secrets.
  {
    page: "secrets",
    question: "What are secrets of a Worker?",
    answer: 'Secrets are encrypted text values [1 "Secrets are encrypted text values"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "Are values of secrets visible in the dashboard?",
    answer:
      'Their values are not visible in the dashboard after you define them [1 "not visible in the dashboard after you define them"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "Can I see secrets in the dashboard later?",
    answer: 'Values of secrets are visible in the dashboard [1 "visible in the dashboard"].',
    said: "u",
  },
  {
    page: "secrets",
    question: "What happens to the Worker when I add a secret?",
    answer:
      'Adding a secret creates a new version of the Worker and deploys it immediately [1 "creates a new version of the Worker and deploys it immediately"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "Should vars store sensitive information or secrets?",
    answer:
      'Do not use `vars` to store sensitive information [1 "Do not use vars to store sensitive information"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "Is it fine to use vars for sensitive information?",
    answer: 'Use `vars` to store sensitive information [1 "Do not use vars to store sensitive information"].',
    said: "u",
  },
  {
    page: "secrets",
    question: "Where do secrets go in local development?",
    answer:
      '1. Put secrets into a `.dev.vars` file [1 "put secrets into a .dev.vars file"].\n2. Never commit it [1 "and never commit it"].',
    said: "ss",
  },
  {
    page: "secrets",
    question: "How many variables and secrets does a Worker have on the paid plan?",
    answer:
      'A Worker has at most 128 variables and secrets on the paid plan [1 "at most 128 variables and secrets on the paid plan"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "How many secrets does a Worker have on the free plan?",
    answer: 'A Worker has 32 secrets on the free plan [1 "on the free plan"].',
    said: "u",
  },
  {
    page: "secrets",
    question: "How large can the value of a secret be?",
    answer: 'Each value is limited to 5 KB [1 "Each value is limited to 5 KB"].',
    said: "s",
  },
  {
    page: "secrets",
    question: "Show the command that adds a secret with wrangler",
    answer: "```sh\nnpx wrangler secret put API_TOKEN\n```\n\nIt asks for the value in an editor window.",
    said: "su",
  },
  {
    page: "secrets",
    question: "Are secrets rotated by themselves?",
    answer: "Secrets are rotated every 90 days by the platform.",
    said: "u",
  },
];
