import type { Stripe } from "stripe";
import type { Catalog } from "./catalog/catalog.ts";
import { principalOf } from "#worker/owner.ts";
import type { Owner, SourceOwner } from "./context.ts";
import type { Conversations } from "./chat/conversations.ts";
import type { CrawlHost } from "./crawl/crawl-host.ts";
import type { CrawlRun } from "./crawl/crawl-run.ts";
import type { CreditCounter } from "./credits/credit-counter.ts";
import type { DocsIndex } from "./docs-index/docs-index.ts";
import type { LiveHub } from "./live/live-hub.ts";
import type { MailMessage } from "./mail/mail-message.ts";
import type { McpSession } from "./calls/mcp-session.ts";
import { patientKv } from "./platform/patient-kv.ts";
import { readConfig } from "./platform/config.ts";
import type { Config } from "./platform/config.ts";
import { assetFiles, servedFiles } from "./platform/data-files.ts";
import type { DataFiles } from "./platform/data-files.ts";
import type { Embedder } from "./platform/embedder/embedder.ts";
import { staticEmbedder } from "./platform/embedder/static-embedder.ts";
import { workersAiEmbedder } from "./platform/embedder/workers-ai-embedder.ts";
import type { EmbeddingModels } from "./platform/embedder/workers-ai-embedder.ts";
import { countEvent } from "./platform/count-event.ts";
import type { CountedEvent } from "./platform/count-event.ts";
import type { FlagSource } from "./platform/flags.ts";
import type { ChatModel } from "./platform/chat-model/chat-model.ts";
import { openAiModel } from "./platform/chat-model/openai-model.ts";
import { workersAiModel } from "./platform/chat-model/workers-ai-model.ts";
import type { TextModels } from "./platform/chat-model/workers-ai-model.ts";
import { createSignRequest } from "./platform/web-bot-auth/sign-request.ts";
import { createGuardedFetch, userAgentOf } from "./platform/guarded-fetch.ts";
import type { GuardedFetch, GuardOptions } from "./platform/guarded-fetch.ts";
import { createGuardedPost } from "./platform/guarded-post.ts";
import type { GuardedPost } from "./platform/guarded-post.ts";
import { createMailer } from "./platform/mailer.ts";
import type { Mailer } from "./platform/mailer.ts";
import { browserRunRenderer } from "./platform/page-renderer/browser-run.ts";
import type { PageRenderer } from "./platform/page-renderer/page-renderer.ts";
import type { Reranker } from "./platform/reranker/reranker.ts";
import { workersAiReranker } from "./platform/reranker/workers-ai-reranker.ts";
import type { RerankingModels } from "./platform/reranker/workers-ai-reranker.ts";
import { createStripe } from "./platform/stripe.ts";
import { createResolver, resolveTestHost } from "./platform/resolve-host.ts";
import type { PdfMessage } from "./pdf/pdf-message.ts";
import type { SiteGrade } from "./site-grades/site-grade.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";

/** Work for the crawl queue: pull pages of a run until none is left. Carries ids and a generation, never bytes. */
export type CrawlMessage = { runId: string; generation: number };

/** Prefix in the names of objects that hold one question of a visitor. */
export const DEMO_PREFIX = "demo.";

/** Address of a source: its owner, the owner's index, and the source itself. */
export type SourceAddress = {
  owner: SourceOwner;
  indexId: string;
  sourceId: string;
  /** Principal in the name of the index object, for a source that was made for another owner; null where the source has never moved. */
  homePrincipal: string | null;
};

/** Everything outside the code: objects, queues, models and the network. Built from Env in this one place. */
export type Services = {
  config: Config;
  docsIndex(address: SourceAddress): DurableObjectStub<DocsIndex>;
  catalog(owner: SourceOwner): DurableObjectStub<Catalog>;
  crawlRun(runId: string): DurableObjectStub<CrawlRun>;
  crawlHost(host: string): DurableObjectStub<CrawlHost>;
  creditCounter(owner: Owner): DurableObjectStub<CreditCounter>;
  mcpSession(owner: Owner, handle: string): DurableObjectStub<McpSession>;
  /** A user's questions in the chat, for all teams. */
  conversations(userId: string): DurableObjectStub<Conversations>;
  /** The object of a visitor's question, by its unguessable id. */
  demoTurn(turnId: string): DurableObjectStub<Conversations>;
  liveHub(owner: Owner): DurableObjectStub<LiveHub>;
  /** The counter of a key, such as `sign-in/address/<hash>`. */
  rateLimiter(key: string): DurableObjectStub<RateLimiter>;
  /** The grade of a site, by its address as `requestGrade` writes it. */
  siteGrade(site: string): DurableObjectStub<SiteGrade>;
  crawlQueue: Queue<CrawlMessage>;
  mailQueue: Queue<MailMessage>;
  pdfQueue: Queue<PdfMessage>;
  mailer: Mailer;
  /** Uploaded files, exports, and on a laptop the mail that was sent. */
  files: R2Bucket;
  /** Grants, tokens and registered clients, as the OAuth library keeps them. */
  oauthStore: KVNamespace;
  guardedFetch: GuardedFetch;
  guardedPost: GuardedPost;
  /** Model of the chat for users who have set none; null where there is none. */
  chatModel: ChatModel | null;
  /** Word vectors and the phrase book. */
  dataFiles: DataFiles;
  embedder: Embedder;
  /** Reranker of search results; null where none is asked for, as on a laptop. */
  reranker: Reranker | null;
  /** Browser for pages that scripts draw; null where the account has no browsers, as on a laptop. */
  pageRenderer: PageRenderer | null;
  flags: FlagSource;
  countEvent(event: CountedEvent): void;
  /** Client of Stripe; null where nothing is sold. */
  stripe: Stripe | null;
};

export function createServices(env: Env): Services {
  const config = readConfig(env);
  const dataFiles = config.assetsOrigin ? servedFiles(config.assetsOrigin) : assetFiles(env.ASSETS);
  return {
    config,
    docsIndex: (address) => env.DOCS_INDEX.getByName(docsIndexName(address)),
    catalog: (owner) => env.CATALOG.getByName(principalOf(owner)),
    crawlRun: (runId) => env.CRAWL_RUN.getByName(runId),
    crawlHost: (host) => env.CRAWL_HOST.getByName(host),
    creditCounter: (owner) => env.CREDIT_COUNTER.getByName(principalOf(owner)),
    mcpSession: (owner, handle) => env.MCP_SESSION.getByName(`${principalOf(owner)}:${handle}`),
    conversations: (userId) => env.CONVERSATIONS.getByName(`u_${userId}`),
    demoTurn: (turnId) => env.CONVERSATIONS.getByName(`${DEMO_PREFIX}${turnId}`),
    liveHub: (owner) => env.LIVE_HUB.getByName(principalOf(owner)),
    rateLimiter: (key) => env.RATE_LIMITER.getByName(key),
    siteGrade: (site) => env.SITE_GRADE.getByName(site),
    crawlQueue: env.CRAWL_QUEUE,
    mailQueue: env.MAIL_QUEUE,
    pdfQueue: env.PDF_QUEUE,
    mailer: createMailer(env, config),
    files: env.FILES,
    oauthStore: patientKv(env.OAUTH_KV),
    guardedFetch: guardedFetchFor(config),
    guardedPost: createGuardedPost(guardOf(config)),
    chatModel: chatModelOf(env, config),
    dataFiles,
    ...modelsOf(env, config, dataFiles),
    pageRenderer: env.BROWSER ? browserRunRenderer(env.BROWSER, userAgentOf(config)) : null,
    flags: env.FLAGS,
    countEvent: (event) => countEvent(env.EVENTS, event),
    stripe: config.stripe && createStripe(config.stripe),
  };
}

/** Models of Workers AI where the account has it and the settings ask for it. */
function modelsOf(
  { AI }: Env,
  config: Config,
  dataFiles: DataFiles,
): Pick<Services, "embedder" | "reranker"> {
  return {
    embedder:
      AI && config.embedder === "workers-ai"
        ? workersAiEmbedder(AI as EmbeddingModels)
        : staticEmbedder(dataFiles),
    reranker: AI && config.isReranked ? workersAiReranker(AI as RerankingModels) : null,
  };
}

/** The model that the deployment pays for. Its address is the operator's own, and is held to the same rules as others. */
function chatModelOf({ AI }: Env, config: Config): ChatModel | null {
  const { chatModel } = config;
  if (chatModel === "workers-ai") return AI ? workersAiModel(AI as TextModels) : null;
  return chatModel && openAiModel(createGuardedPost(guardOf(config)), chatModel);
}

/** Fetch to the outside under the rules of this environment; objects that only fetch take it without the other services. */
export function guardedFetchFor(config: Config): GuardedFetch {
  return createGuardedFetch({ ...guardOf(config), sign: createSignRequest(config) });
}

function guardOf(config: Config): GuardOptions {
  return {
    loopbackHosts: config.loopbackHosts,
    userAgent: userAgentOf(config),
    // Our own hosts are refused, so that nobody can have the product crawl or read itself.
    ownHosts: config.publicOrigin === null ? [] : [new URL(config.publicOrigin).hostname],
    resolve: config.environment === "test" ? resolveTestHost : createResolver(),
  };
}

/** Name of an index object, `u_<uid>/default/<sourceId>`: one object per source, so that tenants are apart by construction. */
export function docsIndexName({ owner, indexId, sourceId, homePrincipal }: SourceAddress): string {
  return `${homePrincipal ?? principalOf(owner)}/${indexId}/${sourceId}`;
}
