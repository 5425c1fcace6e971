/**
 * Messages as each version of the queues' payloads has them, recorded from what a build sent. A deploy leaves such messages in the
 * queues, and during it both builds read them. Never edit an entry that was deployed: where the build before would misread a message,
 * raise READS_VERSION of worker/platform/message-version.ts, send it as `v`, and add an entry here.
 */
export const RECORDED_MESSAGES = {
  1: {
    crawl: { runId: "run_Yw3kP0aZ81LqRt5vBn2C", generation: 1 },
    pdf: { setId: "src_k2Jd93Lq0aZ81PqRt5vB", fileId: "file_0aZ81PqRt5vBk2Jd93Lq", generation: 1 },
    mail: {
      id: "mail_93Lq0aZ81PqRt5vBk2Jd",
      to: "ada@example.test",
      template: "verify-email",
      values: { link: "https://docenda.test/auth/action?mode=verifyEmail&oobCode=recorded" },
    },
  },
} as const;
