//! Makes the file of the model, of the messages that may be looked at.
//!
//! Multinomial logistic regression by stochastic gradient descent with AdaGrad. Only sums, products, quotients and roots
//! are used, so that every machine makes the same file.

use super::{ALL_FEATURES, CODES, COUNT, FILE, STEP, features};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A feature counts that messages of so many trades have.
const LEAST_TRADES: usize = 2;
const ROUNDS: usize = 20;
const RATE: f32 = 0.3;
const DECAY: f32 = 3e-4;

struct Message {
    trade: String,
    /// The codes that are right, best first, by their places.
    codes: Vec<usize>,
    text: String,
    /// The features by their numbers.
    features: Vec<usize>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judgement/messages/built")
}

/// The place of the code, or of the one that it is a finer form of.
fn place(name: &str) -> usize {
    let coarse = match name {
        "missing_required" => "invalid_params",
        "invalid_format" | "out_of_range" => "validation",
        "invalid_credentials" | "token_expired" => "unauthorized",
        "already_exists" => "conflict",
        "cache" | "unknown" | "initialization_failed" => "internal",
        own => own,
    };
    CODES.iter().position(|code| code.name() == coarse).unwrap_or_else(|| panic!("{name} is no code"))
}

fn messages() -> Vec<Message> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut messages = Vec::new();
    for file in files {
        let trade = file.file_stem().unwrap().to_string_lossy().into_owned();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            if line.starts_with("# ") || line.is_empty() {
                continue;
            }
            let (codes, text) = line.trim_start_matches("~ ").split_once(" | ").unwrap();
            let mut codes: Vec<usize> = codes.split(',').map(|name| place(name.trim())).collect();
            codes.dedup();
            let text = text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace('\u{0}', "\\");
            messages.push(Message { trade: trade.clone(), codes, text, features: Vec::new() });
        }
    }
    messages
}

fn keys(text: &str) -> Vec<u32> {
    let mut keys = Vec::new();
    features::read(text, |key, _| keys.push(key));
    keys
}

/// A stream of numbers that is the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// e to the power of a number that is not above zero, by sums and products alone.
fn exp(number: f32) -> f32 {
    let mut power = 1.0 + number.max(-30.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

fn probabilities(weights: &[[f32; COUNT]], features: &[usize]) -> [f32; COUNT] {
    let mut scores = [0f32; COUNT];
    for feature in features {
        for (score, weight) in scores.iter_mut().zip(&weights[*feature]) {
            *score += weight;
        }
    }
    let scale = 1.0 / (features.len().max(1) as f32).sqrt();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in &mut scores {
        *score = exp((*score - most) * scale);
        sum += *score;
    }
    scores.map(|score| score / sum)
}

fn train(messages: &[Message], count: usize) -> Vec<[f32; COUNT]> {
    let mut weights = vec![[0f32; COUNT]; count];
    let mut squares = vec![[1e-6f32; COUNT]; count];
    let mut order: Vec<usize> = (0..messages.len()).collect();
    let mut numbers = Numbers(12_345);
    for _ in 0..ROUNDS {
        for last in (1..order.len()).rev() {
            order.swap(last, numbers.below(last + 1));
        }
        for message in order.iter().map(|index| &messages[*index]) {
            let is = probabilities(&weights, &message.features);
            // Of the codes that are right, the one that the model likes best already, and rather the first.
            let mut wanted = [0f32; COUNT];
            for (rank, code) in message.codes.iter().enumerate() {
                let (liking, least) = if rank == 0 { (1.0, 0.05) } else { (0.7, 0.05 / (1 + rank) as f32) };
                wanted[*code] = is[*code] * liking + least;
            }
            let sum: f32 = wanted.iter().sum();
            let scale = 1.0 / (message.features.len().max(1) as f32).sqrt();
            let errors: [f32; COUNT] = std::array::from_fn(|code| (is[code] - wanted[code] / sum) * scale);
            for feature in &message.features {
                let (weights, squares) = (&mut weights[*feature], &mut squares[*feature]);
                for code in 0..COUNT {
                    let slope = errors[code] + DECAY * weights[code];
                    squares[code] += slope * slope;
                    weights[code] -= RATE * slope / squares[code].sqrt();
                }
            }
        }
    }
    weights
}

/// Gives each message the features that are in the list.
fn number(messages: &mut [Message], listed: &[u32]) {
    let numbers: HashMap<u32, usize> = listed.iter().enumerate().map(|(number, key)| (*key, number)).collect();
    for message in messages {
        message.features = keys(&message.text).iter().filter_map(|key| numbers.get(key)).copied().collect();
    }
}

fn digest(messages: &[Message]) -> u64 {
    let bytes = messages
        .iter()
        .flat_map(|it| it.text.bytes().chain(it.codes.iter().map(|code| *code as u8)).chain(std::iter::once(0)));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn made() -> Vec<u8> {
    let mut messages = messages();
    let mut trades: HashMap<u32, HashSet<&str>> = HashMap::new();
    for message in &messages {
        for key in keys(&message.text) {
            trades.entry(key).or_default().insert(&message.trade);
        }
    }
    let mut listed: Vec<u32> =
        trades.iter().filter(|(_, trades)| trades.len() >= LEAST_TRADES).map(|(key, _)| *key).collect();
    listed.sort_unstable();
    number(&mut messages, &listed);
    // Those that say most in a first training are kept for the second.
    let spread = |weights: &[f32; COUNT]| {
        let mean = weights.iter().sum::<f32>() / COUNT as f32;
        weights.iter().map(|weight| (weight - mean) * (weight - mean)).sum::<f32>()
    };
    let first = train(&messages, listed.len());
    let mut ranked: Vec<(f32, u32)> = first.iter().map(spread).zip(listed).collect();
    ranked.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
    let mut kept: Vec<u32> = ranked.into_iter().take(ALL_FEATURES).map(|(_, key)| key).collect();
    kept.sort_unstable();
    number(&mut messages, &kept);
    let weights = train(&messages, kept.len());
    let mut file = digest(&messages).to_le_bytes().to_vec();
    file.extend((kept.len() as u32).to_le_bytes());
    for (key, weights) in kept.iter().zip(weights) {
        file.extend(key.to_le_bytes());
        file.extend(weights.map(|weight| (weight / STEP).round().clamp(-127.0, 127.0) as i8 as u8));
    }
    file
}

#[test]
fn the_model_is_what_the_messages_teach() {
    if !folder().exists() {
        // A published package does not have the messages.
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/classify/words/model.bin");
    if std::env::var_os("CANDOR_TRAIN").is_some() {
        std::fs::write(file, made()).unwrap();
        return;
    }
    let belongs = FILE.get(..8).is_some_and(|it| it == digest(&messages()).to_le_bytes());
    assert!(belongs, "the messages were changed since the training: run `cargo xtask train-classifier`");
    assert!(made() == FILE, "the training was changed since the file was made: run `cargo xtask train-classifier`");
}
