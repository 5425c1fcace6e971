/** Groups of words that stand in this order; the word of group n + 1 is at most `within[n]` words behind that of group n. */
export type Rule = {
  weight: number;
  groups: ReadonlySet<string>[];
  within: number[];
  /** Whether the word of the first group must begin a sentence. */
  isFirst?: boolean;
  /** Words that make the text honest, up to three words before that of the first group. */
  unless?: ReadonlySet<string>;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
const any = (...sets: ReadonlySet<string>[]): ReadonlySet<string> => new Set(sets.flatMap((set) => [...set]));

const SURE_MODEL = words(
  "ai ais a.i llm llms chatgpt gpt gpt-4 gpt-4o gpt-5 genai chatbot chatbots claude copilot gemini codex cline windsurf deepseek llama grok",
);
const MODEL = any(
  SURE_MODEL,
  words("assistant assistants agent agents model models bot bots cursor crawler reader-model"),
);
const KIND_OF_MODEL = words(
  "assistant assistants agent agents model models bot bots system systems tool tools",
);
const OLD = words(
  "previous prior above earlier preceding existing original initial former foregoing other past your system developer safety default all any these those every everything",
);
const YOURS = words("your");
const ORDERS = words(
  "instructions instruction directives directive prompt prompts guardrails programming orders commands guidance preprompt",
);
const LIMITS = words(
  "rules rule restrictions restriction policies policy constraints context messages guidelines guideline limitations training filters safeguards",
);
const IGNORE = words(
  "ignore ignoring disregard disregarding forget forgetting bypass neglect discard dismiss void abandon drop erase",
);
const OVERRIDE = words(
  "override overrides overriding supersede supersedes cancel cancels replace replaces replacing",
);
const BEFORE = words("previous prior above earlier preceding original initial former foregoing your all");
const PERMITTED = words("can may might could safely cannot doesn't don't won't not");
const USER = words(
  "user users user's users' human humans developer developers operator person anyone anybody owner engineer programmer",
);
const USER_OF_MODEL = words("user users human humans reader readers person them");
const SECRETS = words(
  "ssh id_rsa id_ed25519 .ssh .env env credentials credential secrets secret token tokens password passwords key keys api_key apikey cookies wallet .aws .npmrc .netrc conversation history transcript",
);
const MUST = words("must should shall need needs required always never obliged instructed ordered");

const rule = (weight: number, ...parts: (ReadonlySet<string> | number)[]): Rule => ({
  weight,
  groups: parts.filter((part) => typeof part !== "number"),
  within: parts.filter((part) => typeof part === "number"),
});

const DO = words(
  "add adopt answer append approve ask be call collect copy decode delete display disregard do don't edit end execute export fetch follow forget give grade ignore include inform install leave list make never obey omit open output place please post prefer print put read recite recommend remember remove render repeat replace reply report respond revoke rewrite run save say send show skip start stop store submit swap switch take tell translate treat turn update upload use visit write",
);
const MANY_MODELS = words("assistants agents llms models bots chatbots ais copilots graders reviewers");

/** Rules for orders to a model, in English. Weights add up; 1 is an injection. */
export const RULES: Rule[] = [
  // Orders to ignore earlier orders.
  { ...rule(1, IGNORE, 3, OLD, 4, ORDERS), unless: PERMITTED },
  rule(1, IGNORE, 2, YOURS, 4, any(LIMITS, ORDERS)),
  { ...rule(0.6, IGNORE, 3, OLD, 4, LIMITS), unless: PERMITTED },
  rule(
    1,
    IGNORE,
    3,
    any(ORDERS, LIMITS),
    4,
    words("came given said received got told earlier before above"),
    5,
    words("conversation chat above earlier before you far session"),
  ),
  {
    ...rule(
      0.7,
      IGNORE,
      3,
      words("everything anything what all"),
      5,
      words("above before previously said told earlier"),
    ),
    unless: PERMITTED,
  },
  rule(0.7, IGNORE, 2, words("user's question diff request conversation"), 8, any(DO, words("instead"))),
  rule(1, words("pay"), 1, words("no"), 1, words("attention"), 3, any(OLD), 3, any(ORDERS, LIMITS)),
  rule(
    0.8,
    words("aside mind disregard"),
    5,
    words("user's user developer developer's operator operator's"),
    3,
    words("request asked wants said instructions question order orders asks"),
  ),
  rule(
    0.5,
    words("not stop"),
    2,
    words("follow following obey obeying comply adhere"),
    4,
    OLD,
    3,
    any(ORDERS, LIMITS),
  ),
  rule(
    0.5,
    any(ORDERS, LIMITS),
    8,
    words("obsolete void superseded revoked suspended overridden lifted cancelled canceled hold replaced"),
    12,
    any(MODEL, words("you your below")),
  ),
  { ...rule(1, OVERRIDE, 3, BEFORE, 4, ORDERS), unless: PERMITTED },
  rule(
    0.8,
    words("real true actual new"),
    1,
    words("task instructions goal"),
    3,
    words("begins begin follows follow starts is are now"),
  ),
  // Another role for the model.
  rule(
    1,
    words("you"),
    1,
    words("are"),
    1,
    words("now"),
    4,
    words(
      "dan unrestricted jailbroken free unfiltered uncensored admin assistant ai bot model agent evil root unaligned terminal persona character",
    ),
  ),
  rule(
    0.8,
    words("you"),
    2,
    words("no"),
    1,
    words("longer"),
    4,
    any(MODEL, words("bound restricted limited constrained subject")),
  ),
  rule(
    0.5,
    words("from"),
    1,
    words("now here"),
    1,
    words("on"),
    4,
    words("you your respond answer reply act"),
  ),
  rule(
    0.6,
    words("pretend act behave roleplay role-play simulate impersonate"),
    4,
    words(
      "dan unrestricted unfiltered jailbroken uncensored evil different attacker hacker administrator robot",
    ),
  ),
  rule(
    1,
    words("enter enable activate switch now"),
    4,
    words("jailbreak dan god unrestricted sudo unfiltered"),
    2,
    words("mode"),
  ),
  rule(
    0.4,
    words("enter enable activate switch in now"),
    4,
    words("developer debug maintenance admin training test audit"),
    2,
    words("mode now"),
  ),
  rule(0.6, words("you"), 1, words("are"), 1, words("in the"), 4, words("mode robot smartest")),
  rule(
    0.6,
    YOURS,
    1,
    words("new real true actual updated sole only primary main current next final secret additional"),
    2,
    words(
      "task goal goals instructions objective purpose mission role job instruction directive command priority persona",
    ),
  ),
  rule(
    0.7,
    words("as"),
    1,
    words("your my"),
    2,
    words("instruction instructions command commands orders task"),
  ),
  rule(
    0.6,
    words("new updated revised hidden secret additional special critical overriding urgent mandatory"),
    2,
    words("instructions instruction directive directives system-prompt task prompt"),
    1,
    words(":"),
  ),
  // Words that address a model.
  {
    ...rule(
      0.7,
      any(MODEL, words("llms duo human-assistant")),
      1,
      words(": ,"),
      2,
      any(DO, words("you your what the if to")),
    ),
    isFirst: true,
  },
  rule(
    0.7,
    words(
      "attention note notice message instruction instructions important reminder warning memo hint tip directive directives guidance request info information hello hey dear begin reserved special intended meant shown rules summary remark only",
    ),
    3,
    words("to for"),
    4,
    any(SURE_MODEL, words("llms")),
  ),
  rule(
    0.6,
    words(
      "attention note notice message instruction instructions important reminder warning memo hint tip directive request rules",
    ),
    1,
    words("to for"),
    4,
    MODEL,
  ),
  rule(0.5, words("to for"), 1, words("the"), 1, SURE_MODEL, 1, words("that which who reading :")),
  rule(
    0.6,
    words("for to"),
    1,
    SURE_MODEL,
    2,
    words("tools readers reviewers assistants agents systems models only pair graders"),
  ),
  rule(
    0.6,
    words("dear hey hello hi attention important"),
    3,
    any(MODEL, words("artificial")),
    3,
    words(": , readers"),
  ),
  rule(
    0.7,
    words("if when whenever since because should"),
    2,
    words("you you're"),
    3,
    any(SURE_MODEL, words("language assistant agent automated bot")),
    5,
    any(MODEL, DO, words("reading processing parsing summarizing summarising analyzing indexing ,")),
  ),
  rule(
    0.7,
    words("if when whenever since"),
    2,
    any(words("you're"), words("are")),
    2,
    words("a an the ai"),
    1,
    any(SURE_MODEL, words("model bot")),
  ),
  rule(
    0.6,
    any(SURE_MODEL, words("llms assistant assistants agent bot")),
    5,
    words(
      "reading reads read processing processes parsing parses summarizing summarizes ingesting ingests indexing retrieving consuming",
    ),
    3,
    words("this these"),
  ),
  rule(0.5, words("as"), 2, any(SURE_MODEL, words("language")), 3, MODEL, 2, words("you your")),
  rule(0.5, any(SURE_MODEL, words("coding")), 2, KIND_OF_MODEL, 2, any(MUST, DO)),
  rule(0.5, MANY_MODELS, 2, any(MUST, words("obliged expected"))),
  rule(0.3, any(MODEL, words("you")), 2, MUST),
  rule(
    0.3,
    words("you"),
    2,
    words("are"),
    1,
    words("required instructed obligated authorized permitted ordered expected"),
  ),
  rule(0.4, MANY_MODELS, 1, DO),
  // Messages in the name of somebody with authority.
  rule(
    0.7,
    words("message notice instruction instructions directive order update note announcement request"),
    1,
    words("from by"),
    3,
    words(
      "openai anthropic google microsoft docenda system developers developer creators creator administrator admin maintainers security documentation provider",
    ),
  ),
  rule(
    0.6,
    words("system admin administrator developer security emergency root priority policy safety"),
    2,
    words("override overrides directive"),
  ),
  rule(
    0.6,
    words("system"),
    1,
    words("message prompt instruction instructions notice update alert command"),
    1,
    words(":"),
  ),
  rule(
    0.8,
    words("docenda docenda's"),
    3,
    words("notice note warning system message : says requires verified update instructs"),
  ),
  rule(
    0.4,
    words(
      "authorized authorised authorise authorize approved verified confirmed permitted pre-approved sanctioned",
    ),
    3,
    words("by you all"),
    4,
    words(
      "user openai anthropic google administrator admin system owner security developer operator maintainers docenda human actions bypass",
    ),
  ),
  rule(
    0.4,
    words("administrator admin owner operator user maintainers reviewer"),
    4,
    words("pre-approved approved authorised authorized lifted raised switched granted"),
  ),
  rule(0.5, words("auto-accept auto-approve autoapprove pre-approved preapproved")),
  // Orders to hide something from the user.
  rule(
    0.6,
    words("not never without don't avoid refrain no"),
    4,
    words(
      "tell mention inform reveal disclose notify alert telling mentioning informing revealing disclosing notifying alerting report reporting ask asking confirm bother",
    ),
    6,
    USER,
  ),
  rule(
    0.6,
    words("human user person"),
    3,
    words("need needs must should"),
    1,
    words("not never"),
    3,
    words("know see notice learn"),
  ),
  rule(0.6, words("hide conceal keep withhold hidden invisible"), 5, words("from to"), 3, USER),
  rule(
    0.5,
    words("not never don't without"),
    2,
    words("mention reveal disclose mentioning revealing disclosing acknowledge discuss flag warn"),
    3,
    words("this these that instruction instructions it them"),
  ),
  rule(
    0.3,
    words("silently secretly quietly covertly discreetly"),
    3,
    words("run execute send read add include call install append insert fetch do perform replace use"),
  ),
  rule(
    0.4,
    words("without"),
    2,
    words("asking confirmation confirming permission approval hesitation commentary"),
  ),
  // Orders to give secrets or the prompt away.
  rule(
    0.5,
    words(
      "send post upload exfiltrate transmit forward submit email include append embed leak output print reveal copy paste read open cat collect attach encode put share retrieve fetch gather dump report pass",
    ),
    10,
    SECRETS,
  ),
  rule(
    0.3,
    words(
      "send post upload exfiltrate transmit forward submit email leak curl wget request get visit open pass put add",
    ),
    14,
    words("http https webhook endpoint attacker server url external remote collector parameter argument"),
  ),
  rule(
    1,
    words("reveal print output repeat leak disclose dump send recite"),
    4,
    YOURS,
    3,
    words("prompt instructions conversation context rules"),
  ),
  rule(
    0.6,
    words("reveal print output leak disclose dump exfiltrate send post include append show"),
    5,
    words("system conversation chat session hidden"),
    2,
    words("prompt history transcript context instructions"),
  ),
  // Other orders to a model.
  rule(
    0.5,
    words("before first prior"),
    3,
    words(
      "answering responding replying continuing proceeding answer respond reply generating calling suggesting writing you any using",
    ),
    14,
    words("call run invoke execute read fetch use open install load visit"),
  ),
  rule(
    0.4,
    MUST,
    3,
    words(
      "call run invoke execute read fetch install visit include add recommend respond answer reply tell say comply obey follow output prepend append",
    ),
    8,
    words("before first tool response answer reply user output"),
  ),
  rule(
    0.5,
    words("tell inform advise convince persuade assure instruct ask remind warn"),
    2,
    USER_OF_MODEL,
    4,
    words("that to the it its their they for is are must should"),
  ),
  rule(
    0.4,
    words("the user's"),
    1,
    words("user user's human reader"),
    3,
    words("asks says wants asked said later pasted typed approved machine message request"),
  ),
  rule(
    0.5,
    words("in with to from end start begin after"),
    1,
    words("your each all"),
    3,
    words(
      "response answer reply summary completion completions responses answers replies recommendation recommendations",
    ),
  ),
  rule(
    0.5,
    YOURS,
    2,
    words("response answer reply summary responses answers"),
    2,
    words("must should has needs contain include end begin start only with"),
  ),
  rule(
    0.5,
    any(words("use using with via through open run"), YOURS),
    2,
    any(YOURS, words("shell terminal bash")),
    2,
    words("shell terminal bash tools tool filesystem browser execution memory"),
  ),
  rule(
    0.5,
    words("use"),
    1,
    words("the your"),
    2,
    words("terminal shell purchase home browser memory"),
    2,
    words("tool and to"),
  ),
  rule(0.4, words("respond reply answer say"), 2, words("only with exactly")),
  rule(
    0.6,
    words("save store write update add commit keep"),
    5,
    words("memory memories long-term"),
    8,
    words("user user's users"),
  ),
  rule(
    0.3,
    words("recommend suggest promote prefer endorse praise rate rank"),
    8,
    words("user users instead always best product only this our"),
  ),
  rule(0.3, words("immediately urgently"), 3, words("run execute send call install fetch delete visit")),
  rule(
    0.7,
    words("decode decoding decoded decrypt base64-decode interpret"),
    10,
    words("follow execute run obey perform comply act adopt carry instruction command says"),
  ),
  rule(1, words("jailbreak jailbroken jailbreaking"), 6, words("you your mode now")),
  rule(
    0.4,
    words("delete remove wipe drop rm destroy revoke"),
    4,
    words("all every entire everything database files repository"),
  ),
  rule(
    0.5,
    words("do comply obey follow execute carry perform"),
    3,
    words("following these this instructions commands orders steps what out"),
    4,
    words("instead immediately exactly silently regardless strictly says"),
  ),
  rule(
    0.5,
    words("instead"),
    2,
    words("of"),
    1,
    words("summarising summarizing answering explaining translating helping"),
    8,
    DO,
  ),
];

/** Marks of chat formats and of results that a program hands a model. Documentation of models shows such marks in code. */
export const MARKERS: { pattern: RegExp; inText: number; inCode: number }[] = [
  {
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|end|start_header_id|end_header_id|eot_id|begin_of_text)\|>/,
    inText: 1,
    inCode: 0.5,
  },
  { pattern: /\[\/?inst\]|<<\/?sys>>/, inText: 1, inCode: 0.5 },
  {
    pattern:
      /<\/?(?:system|system[-_ ](?:prompt|reminder|message|instructions?)|tool[-_](?:result|response|output)|function[-_]results?|conversation_summary|user_request|admin|important|instructions|secret|hidden|override)>/,
    inText: 0.7,
    inCode: 0.3,
  },
  {
    pattern: /^[#*\s>-]*(?:system|assistant|human|user|developer) ?(?:prompt|message)? ?:\s/,
    inText: 0.4,
    inCode: 0.2,
  },
  { pattern: /^[#*\s>-]*\[?(?:system|admin|developer)\]\s*:?/, inText: 0.6, inCode: 0.2 },
  {
    pattern:
      /(?:begin|end|start of|end of)[ _-](?:system|document|context|untrusted|user|documentation|retrieved|quoted)[ _-](?:prompt|message|input|context|content|text|data)/,
    inText: 0.5,
    inCode: 0.3,
  },
  { pattern: /!\[[^\]\n]{0,80}\]\([^)\s]{4,200}[?&=/](?:\{|\$|%7b|\[|<)/, inText: 0.7, inCode: 0.3 },
  { pattern: /\bcurl\s[^|\n]{1,200}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/, inText: 0.3, inCode: 0.1 },
];

/** Orders to forget earlier orders, and words to a model, in other languages; small letters. */
export const OTHER_LANGUAGES = new RegExp(
  [
    // German
    "(?:ignoriere|ignorieren sie|vergiss|vergessen sie|missachte)[^.\\n]{0,25}(?:vorherigen|bisherigen|obigen|vorigen|früheren|deine|ihre)[^.\\n]{0,20}(?:anweisung|instruktion|befehl|regel|vorgabe)",
    "(?:hinweis|anweisung|nachricht|achtung)[^.\\n]{0,10}(?:an|für) (?:alle |die |den )?(?:ki|sprachmodell)",
    "(?:wenn du|falls du|wenn sie|falls sie|als) (?:eine? )?(?:ki\\b|ki-|sprachmodell)",
    // Spanish, Portuguese, Italian, French
    "(?:ignora|ignore|olvida|olvide|desatiende|omite)[^.\\n]{0,15}(?:instrucciones|indicaciones|órdenes|reglas)[^.\\n]{0,15}(?:anteriores|previas|originales|del sistema)",
    "(?:ignora|ignore|olvida)[^.\\n]{0,15}(?:anteriores|previas) (?:instrucciones|indicaciones|órdenes)",
    "(?:ignore|esqueça|desconsidere)[^.\\n]{0,15}(?:instruções|ordens|regras)[^.\\n]{0,15}(?:anteriores|prévias|acima)",
    "(?:ignora|dimentica)[^.\\n]{0,15}(?:istruzioni|ordini|regole)[^.\\n]{0,15}(?:precedenti|sopra)",
    "(?:ignore|ignorez|oublie|oubliez|ne (?:tiens|tenez) plus compte des)[^.\\n]{0,15}(?:instructions|consignes|directives|règles)[^.\\n]{0,15}(?:précédentes|antérieures|ci-dessus|initiales)",
    "(?:si eres|eres ahora|nota para|atención) (?:una? |los |las |el |la )?(?:ia\\b|asistentes? de ia|modelos? de lenguaje|agentes? de ia|inteligencia artificial)",
    "(?:si vous êtes|si tu es|vous êtes maintenant|note pour|à l'attention de) (?:une? |les |l')?(?:ia\\b|assistants? (?:d'|de l')?ia|modèles? de langage|agents? (?:d'|de l')?ia|intelligence artificielle)",
    "(?:se você é|nota para|se sei) (?:uma? |un'|un |os |as )?(?:ia\\b|assistentes? de ia|modelos? de linguagem|modello linguistico)",
    // Russian
    "(?:игнорируй|игнорируйте|забудь|забудьте|не следуй|отбрось)[^.\\n]{0,20}(?:предыдущ|прежн|прошл|вышеуказанн|все)[^.\\n]{0,20}(?:инструкци|указани|команд|правил)",
    "(?:ии-ассистент|ассистент)[,:]|(?:если (?:ты|вы)|внимание,?|сообщение для) (?:—|-)? ?(?:ии\\b|языков|искусственн|нейросет)",
    // Arabic
    "(?:تجاهل|انس)[^.\\n]{0,15}(?:التعليمات|الأوامر)[^.\\n]{0,10}السابقة",
    // Chinese, Japanese, Korean
    "(?:忽略|无视|忘记|忽視|無視|忘掉)[^。\\n]{0,10}(?:之前|以上|先前|前面|上述|此前|所有)[^。\\n]{0,8}(?:指令|说明|提示|指示|规则|命令|要求)",
    "(?:如果你是|你现在是|致|注意[,:：]?)[^。\\n]{0,6}(?:ai|人工智能|语言模型|大模型|智能助手|助手)",
    "(?:以前|前|上記|これまで|先ほど|今まで)[^。\\n]{0,6}(?:指示|命令|プロンプト|ルール)[^。\\n]{0,6}(?:無視|忘れ|破棄)",
    "(?:あなたが|もし)[^。\\n]{0,6}(?:ai|言語モデル|アシスタント)(?:なら|である|であれば|の場合|が)",
    "(?:이전|위의|앞의|기존)[^.\\n]{0,8}(?:지시|명령|지침|프롬프트)[^.\\n]{0,8}(?:무시|잊)",
  ].join("|"),
  "u",
);
