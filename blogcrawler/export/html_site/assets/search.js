// Searches the files in search/, which html_site/search_index.py wrote; terms must be split as there.
"use strict";
(() => {
    const PER_PAGE = 20, POSTS_PER_FILE = 200, SPOOLS = 256, MAX_TERM = 40;
    const UNSPACED = /([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]+)/u;
    const status = document.getElementById("status"), results = document.getElementById("results");
    const more = document.getElementById("more"), field = document.querySelector(".find input");
    const shards = Number(status.dataset.shards), loaded = { terms: new Map(), posts: new Map() };
    window.searchIndex = (number, terms) => loaded.terms.set(number, new Map(Object.entries(terms)));
    window.searchPosts = (number, posts) => loaded.posts.set(number, posts);

    function load(kind, number) {
        if (loaded[kind].has(number)) return Promise.resolve(loaded[kind].get(number));
        return new Promise((done, failed) => {
            const script = document.createElement("script");
            script.src = `search/${kind}-${number}.js`;
            script.onload = () => { script.remove(); done(loaded[kind].get(number)); };
            script.onerror = failed;
            document.head.append(script);
        });
    }

    // The terms of a query: whole pairs of characters, and the beginnings of words.
    function split(query) {
        const terms = [];
        for (const word of query.normalize("NFKC").toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)) {
            word.split(UNSPACED).forEach((part, number) => {
                const characters = [...part];
                if (number % 2 === 0) {
                    if (part) terms.push({ text: characters.slice(0, MAX_TERM).join(""), begins: characters.length > 1 });
                } else if (characters.length === 1) terms.push({ text: part, begins: false });
                else for (let at = 0; at + 1 < characters.length; at++) terms.push({ text: characters[at] + characters[at + 1], begins: false });
            });
        }
        return terms;
    }

    async function find(term) {
        const [first, second] = [...term.text].map(one => one.codePointAt(0));
        const terms = await load("terms", (first * 31 + (second || 0)) % SPOOLS % shards);
        if (!term.begins) return new Set(terms.get(term.text) || []);
        const found = new Set();
        for (const [text, posts] of terms) if (text.startsWith(term.text)) for (const post of posts) found.add(post);
        return found;
    }

    function marked(element, text, terms) {
        const words = terms.map(term => term.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        const pattern = new RegExp(`(${words.join("|")})`, "giu");
        text.split(pattern).forEach((part, number) => {
            if (number % 2 === 0) { element.append(part); return; }
            const mark = document.createElement("mark");
            mark.textContent = part;
            element.append(mark);
        });
        return element;
    }

    function make(tag, values = {}) { return Object.assign(document.createElement(tag), values); }

    async function show(numbers, from, terms) {
        for (const number of numbers.slice(from, from + PER_PAGE)) {
            const posts = await load("posts", Math.floor(number / POSTS_PER_FILE));
            const [path, title, date, language, excerpt, about] = posts[number % POSTS_PER_FILE];
            const item = make("li", { dir: "auto" }), link = make("a", { href: path });
            if (language) item.lang = language;
            const heading = make("h2"), facts = make("p", { className: "quiet" });
            heading.append(marked(link, title, terms));
            [date || "Undated", about].filter(Boolean).forEach((fact, at) => {
                if (at) facts.append(" · ");
                facts.append(make("bdi", { textContent: fact }));
            });
            item.append(heading, facts, marked(make("p", { className: "excerpt" }), excerpt, terms));
            results.append(item);
        }
        more.hidden = from + PER_PAGE >= numbers.length;
        more.onclick = () => show(numbers, from + PER_PAGE, terms);
    }

    async function search(query) {
        const terms = split(query);
        if (!terms.length) return;
        results.replaceChildren();
        let numbers = null;
        for (const term of terms) {
            const found = await find(term);
            numbers = numbers === null ? [...found].sort((a, b) => a - b) : numbers.filter(number => found.has(number));
        }
        status.textContent = numbers.length === 1 ? "1 post" : `${numbers.length.toLocaleString("en")} posts`;
        await show(numbers, 0, terms);
        document.documentElement.dataset.searched = query;
    }

    const query = new URLSearchParams(location.search).get("q") || "";
    field.value = query;
    if (!query) field.focus();
    search(query).catch(() => { status.textContent = "The search index could not be read."; });
})();
